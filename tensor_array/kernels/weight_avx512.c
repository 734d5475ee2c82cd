/* Weights in AVX-512: alone, with its dot products of bytes (VNNI), and with those of bf16 too. */
#include "lanes_avx512.h"

#include "weight_f32_template.h"

#include "weight_activations_template.h"

#include "weight_bytes_avx2.h"

#include "weight_packed_template.h"

#include "weight_avx512_internal.h"

#define WEIGHT_TABLE(table, title, bf16, q8, q4) \
    const bml_weight_kernels table = { \
        title, weight_f32, weight_f32_nt, round_to_bf16, quantize, bf16, q8, q4}

WEIGHT_TABLE(bml_weight_avx512_, "avx512", weight_bf16, weight_q8, weight_q4);
WEIGHT_TABLE(bml_weight_avx512_vnni_, "avx512-vnni", weight_bf16, bml_weight_q8_vnni_,
             bml_weight_q4_vnni_);
WEIGHT_TABLE(bml_weight_avx512_bf16_, "avx512-bf16", bml_weight_bf16_avx512_, bml_weight_q8_vnni_,
             bml_weight_q4_vnni_);
