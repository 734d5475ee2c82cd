/* The table of kernels, one for each instruction set.
 *
 * Contract of all of them: any length, no alignment needed, nothing read or written past the end,
 * an output may be exactly an input where both are arrays of n. The result for an element does not
 * depend on where it lies.
 */
#ifndef BML_KERNELS_INTERNAL_H
#define BML_KERNELS_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include "base_internal.h"

/* A matrix to read: element (i, j) is at[i * row + j * col]; row or col is 1. */
typedef struct bml_operand {
    const float *at;
    size_t row, col;
} bml_operand;

typedef struct bml_kernels {
    const char *name;
    size_t tile_rows, tile_cols; /* products are fastest in bands of multiples of these */

    /* C[m,n] := alpha A[m,k] B[k,n] + beta C, k >= 1, C with rows of c_row. beta == 0 does not read
     * C. */
    void (*product)(size_t m, size_t n, size_t k, float alpha, bml_operand a, bml_operand b,
                    float beta, float *c, size_t c_row);
    float (*dot)(const float *x, const float *y, size_t n); /* sum x y, an order given by n */

    void (*add)(float *y, const float *a, const float *b, size_t n);     /* y := a + b */
    void (*sub)(float *y, const float *a, const float *b, size_t n);     /* y := a - b */
    void (*mul)(float *y, const float *a, const float *b, size_t n);     /* y := a b */
    void (*scale)(float *y, float alpha, const float *x, size_t n);      /* y := alpha x */
    void (*add_scaled)(float *y, float alpha, const float *x, size_t n); /* y := y + alpha x */
    void (*relu)(float *y, const float *x, size_t n);                    /* y := x <= 0 ? 0 : x */
    void (*relu_bwd)(float *dx, const float *dy, const float *y,
                     size_t n); /* dx := y <= 0 ? 0 : dy */
    void (*gelu)(float *y, const float *x,
                 size_t n); /* y := x / (1 + exp(-2 c (x + 0.044715 x^3))) */
    void (*from_bytes)(float *y, const uint8_t *x, size_t n, float divisor); /* y := x / divisor */

    /* y := alpha * the sum of m rows of x, in order, + beta y; rows of x_row. beta == 0 does not
     * read y. */
    void (*col_sums)(float *y, float alpha, const float *x, size_t x_row, size_t m, size_t n,
                     float beta);
    float (*max)(const float *x, size_t n); /* -infinity if n = 0; a NaN is passed over */
    /* y := exp(x - shift), unless y is NULL; returns the sum, an order given by n. */
    float (*exp_shifted)(float *y, const float *x, float shift, size_t n);
    /* y := (x - mean x) / sqrt(mean (x - mean x)^2 + epsilon) * gain + bias */
    void (*layernorm)(float *y, const float *x, const float *gain, const float *bias, size_t n,
                      float epsilon);
} bml_kernels;

const bml_kernels *bml_kernels_of_(bml_isa isa); /* NULL if this build has none for it */
const bml_kernels *bml_kernels_(void);           /* the best that may be used here */

extern const bml_kernels bml_kernels_generic_, bml_kernels_avx2_, bml_kernels_avx512_;

#endif
