/* What the files of tensor_list share. */
#ifndef BML_LIST_INTERNAL_H
#define BML_LIST_INTERNAL_H

#include <bendml/tensor_list.h>

#include "base_internal.h"

/* ---- The tree of rows: tree.c ---- */

/* Row i of x, i < x->rows. */
const float *bml_rows_at_(const bml_rows *x, size_t i);

static inline float bml_rows_element_(const bml_rows *x, size_t i, size_t j) {
    return bml_rows_at_(x, i)[j];
}

/* The functions below set *y, once the new matrix is there; what *y held is then released, so y may
 * be an input. On error *y stays as it was. `operation` is the public name, for the error text. */

/* Writes row i of a new matrix, from the inputs that `task` holds. */
typedef void (*bml_row_function_)(const void *task, size_t i, float *row);

/* *y := [rows,cols], its rows written one after the other; of no columns, not every one. */
bml_status bml_rows_compute_(bml_rows *y, const char *operation, size_t rows, size_t cols,
                             bml_row_function_ write, const void *task);
/* *y := [rows,cols] of `value`: one row, as often as it takes. */
bml_status bml_rows_repeat_(bml_rows *y, const char *operation, size_t rows, size_t cols,
                            float value);
/* *y := rows first .. first + count of x, shared. */
bml_status bml_rows_select_(bml_rows *y, const char *operation, const bml_rows *x, size_t first,
                            size_t count);
/* *y := x with a new row at i <= x->rows: instead of the one there, or below the last. */
bml_status bml_rows_put_(bml_rows *y, const char *operation, const bml_rows *x, size_t i,
                         const float *values);
/* *y := the rows of a, then those of b, shared; both have the same columns. */
bml_status bml_rows_join_(bml_rows *y, const char *operation, const bml_rows *a, const bml_rows *b);

/* ---- Checks: checks.c. A fault, then BML_ERROR_SIZE, where the condition does not hold. ---- */

bml_status bml_rows_need_equal_(const char *operation, const char *what, size_t found,
                                size_t expected);
bml_status bml_rows_need_shape_(const char *operation, const bml_rows *x, size_t rows, size_t cols);
bml_status bml_rows_need_same_(const char *operation, const bml_rows *x, const bml_rows *y);

/* *count := the elements of x; BML_ERROR_SIZE, without a fault, where that is over SIZE_MAX, which
 * shared rows can make true. */
bml_status bml_rows_elements_(size_t *count, const char *operation, const bml_rows *x);

#endif
