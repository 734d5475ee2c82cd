/* Weights in plain C, for any machine. */
#include "lanes_generic.h"

#include "weight_f32_template.h"

#include "weight_activations_template.h"

INLINE void finish_q8(int32_t sums[PANEL], const unsigned char *w, const int8_t *x) {
    for (size_t k = 0; k < BLOCK; k += 4, w += 4 * PANEL)
        for (size_t j = 0; j < PANEL; j++)
            for (size_t t = 0; t < 4; t++)
                sums[j] += w[4 * j + t] * x[k + t];
}

INLINE void finish_q4(int32_t sums[PANEL], const unsigned char *w, const int8_t *x) {
    for (size_t k = 0; k < BLOCK / 2; k += 4, w += 4 * PANEL)
        for (size_t j = 0; j < PANEL; j++)
            for (size_t t = 0; t < 4; t++)
                sums[j] += (w[4 * j + t] & 15) * x[k + t] +
                           (w[4 * j + t] >> 4) * x[k + t + BLOCK / 2];
}

#include "weight_packed_template.h"

const bml_weight_kernels bml_weight_generic_ = {
    "generic",   weight_f32, weight_f32_nt, round_to_bf16, quantize,
    weight_bf16, weight_q8,  weight_q4};
