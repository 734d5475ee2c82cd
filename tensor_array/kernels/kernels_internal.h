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

/* Activations times packed weights (the packed form: bml_format in tensor_array.h):
 * Y [rows,cols] := X W, or Y + X W if `more`, in the order of k. */
typedef struct bml_packed_product {
    size_t rows, cols, units; /* units of 64 k */
    const void *x;            /* rows of 64 `units` numbers: bf16, or -127..127 with q8 and q4 */
    const float *scales;      /* q8, q4: of 32 numbers, 2 `units` a row */
    const int32_t *starts;    /* q8, q4: their sum times -128, -8, the offset of the weights */
    const unsigned char *w;   /* the first unit of the first panel of 16 columns */
    size_t w_panel;           /* bytes from a panel to the next */
    float *y;
    size_t y_row;
    bool more;
} bml_packed_product;

/* At most BML_WEIGHT_ROWS rows times weights in f32: Y [rows,cols] := X [rows,depth] W, depth >= 1,
 * with the bits that `product` gives; W [depth,cols], for f32_nt the transpose of [cols,depth]. */
enum { BML_WEIGHT_ROWS = 8 };

typedef struct bml_plain_product {
    size_t rows, cols, depth;
    const float *x;
    size_t x_row;
    const float *w;
    size_t w_row;
    float *y;
    size_t y_row;
} bml_plain_product;

typedef struct bml_weight_kernels {
    const char *name;
    void (*f32)(const bml_plain_product *task);
    void (*f32_nt)(const bml_plain_product *task);

    /* k numbers to bf16, the nearest, then zeros up to a multiple of 64. */
    void (*round)(uint16_t *to, const float *x, size_t k);
    /* The same to -127..127, with for each 32 a scale, and their sum times `offset`. */
    void (*quantize)(int8_t *to, float *scales, int32_t *starts, const float *x, size_t k,
                     int32_t offset);
    void (*bf16)(const bml_packed_product *task);
    void (*q8)(const bml_packed_product *task);
    void (*q4)(const bml_packed_product *task);
} bml_weight_kernels;

/* The i-th that may be used here, from generic on, NULL after the last; and the best. */
const bml_weight_kernels *bml_weight_kernels_at_(size_t i);
const bml_weight_kernels *bml_weight_kernels_(void);

extern const bml_weight_kernels bml_weight_generic_, bml_weight_avx2_, bml_weight_avx512_,
    bml_weight_avx512_vnni_, bml_weight_avx512_bf16_;

extern const bml_kernels bml_kernels_generic_, bml_kernels_avx2_, bml_kernels_avx512_;

#endif
