/* Weights in AVX2. */
#include "lanes_avx2.h"

#include "weight_f32_template.h"

#include "weight_activations_template.h"

#include "weight_bytes_avx2.h"

#include "weight_packed_template.h"

const bml_weight_kernels bml_weight_avx2_ = {
    "avx2", weight_f32, weight_f32_nt, round_to_bf16, quantize, weight_bf16, weight_q8, weight_q4};
