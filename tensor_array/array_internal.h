/* What the files of tensor_array share. */
#ifndef BML_ARRAY_INTERNAL_H
#define BML_ARRAY_INTERNAL_H

#include <bendml/tensor_array.h>

#include "base_internal.h"

/* Each reports a fault and returns false where its condition does not hold. `operation` is the
 * public function. */
bool bml_need_equal_(const char *operation, const char *what, size_t found, size_t expected);
bool bml_need_shape_(const char *operation, const bml_array *x, size_t rows, size_t cols);
bool bml_need_same_(const char *operation, const bml_array *x, const bml_array *y);
bool bml_need_apart_(const char *operation, const bml_array *y, const bml_array *x);
bool bml_need_apart_or_same_(const char *operation, const bml_array *y, const bml_array *x);

static inline float *bml_row_(const bml_array *x, size_t i) {
    return x->data ? x->data + i * x->stride : NULL; /* a cleared array has no rows to point at */
}

/* Rows that are worth a thread of their own, at `work` elements (or multiplications) a row. */
static inline size_t bml_rows_a_thread_(size_t least, size_t work) {
    return work ? (least + work - 1) / work : SIZE_MAX;
}

enum {
    BML_ELEMENTS_A_THREAD = 16384,
    BML_PRODUCTS_A_THREAD = 65536,
    BML_EXPONENTIAL = 8 /* what one costs, in additions */
};

/* Y := X op(W) by our kernels, checked before, no size 0. */
void bml_product_(bml_array *y, const bml_array *x, bml_transpose op, const bml_array *w);

/* C := alpha op(A) op(B) + beta C by OpenBLAS on this thread, of sizes that fit its int. False: not
 * in this build. */
bool bml_blas_gemm_(bml_array *c, float alpha, bml_transpose op_a, const bml_array *a,
                    bml_transpose op_b, const bml_array *b, float beta);
bool bml_blas_used_(void); /* BENDML_BLAS=on, and a build of OpenBLAS that is safe with threads */
void bml_blas_info_(char *text, size_t size); /* "OpenBLAS 0.3.21 Zen (pthread)" or "none" */

#endif
