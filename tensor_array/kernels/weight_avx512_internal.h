/* Kernels that need more than AVX-512's F, BW, DQ and VL. */
#ifndef BML_WEIGHT_AVX512_INTERNAL_H
#define BML_WEIGHT_AVX512_INTERNAL_H

#include "kernels_internal.h"

void bml_weight_q8_vnni_(const bml_packed_product *task);
void bml_weight_q4_vnni_(const bml_packed_product *task);
void bml_weight_bf16_avx512_(const bml_packed_product *task);

#endif
