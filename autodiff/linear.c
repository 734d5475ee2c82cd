#include <bendml/autodiff.h>

#include "tensor_array/array_internal.h"

/* For y = x w + b, whatever stands in the places of y, x, w, b. The rest is checked by the
 * products. */
static bool checked(const char *operation, const bml_array *y, const bml_array *x,
                    const bml_array *w, const bml_array *b) {
    return bml_need_equal_(operation, "rows of w", w->rows, x->cols) &&
           bml_need_shape_(operation, y, x->rows, w->cols) &&
           bml_need_shape_(operation, b, 1, w->cols);
}

void bml_array_linear(bml_array *y, const bml_array *x, const bml_array *w, const bml_array *b) {
    const char *operation = "bml_linear";
    if (!checked(operation, y, x, w, b) || !bml_need_apart_(operation, y, x) ||
        !bml_need_apart_(operation, y, w) || !bml_need_apart_(operation, y, b))
        return;
    bml_array row = *y;
    row.rows = 1;
    for (size_t i = 0; i < y->rows; i++, row.data += y->stride)
        bml_array_copy(&row, b);
    bml_array_gemm(y, 1, BML_NO_TRANSPOSE, x, BML_NO_TRANSPOSE, w, 1);
}

void bml_array_linear_bwd_input(bml_array *dx, const bml_array *dy, const bml_array *w) {
    bml_array_gemm(dx, 1, BML_NO_TRANSPOSE, dy, BML_TRANSPOSE, w, 0);
}

/* Outputs apart from every input and from each other; NULL is no array. */
static bool all_apart(const char *operation, const bml_array *const *outputs, size_t output_count,
                      const bml_array *const *inputs, size_t input_count) {
    for (size_t i = 0; i < output_count; i++) {
        for (size_t j = 0; outputs[i] && j < input_count; j++)
            if (!bml_need_apart_(operation, outputs[i], inputs[j]))
                return false;
        for (size_t j = 0; outputs[i] && j < i; j++)
            if (outputs[j] && !bml_need_apart_(operation, outputs[i], outputs[j]))
                return false;
    }
    return true;
}

void bml_array_linear_bwd(bml_array *dx, bml_array *dw, bml_array *db, const bml_array *dy,
                          const bml_array *x, const bml_array *w) {
    const char *operation = "bml_linear_bwd";
    const bml_array *outputs[] = {dx, dw, db}, *inputs[] = {dy, x, w};
    if (!checked(operation, dy, x, w, db) || (dx && !bml_need_same_(operation, dx, x)) ||
        !bml_need_same_(operation, dw, w) || !all_apart(operation, outputs, 3, inputs, 3))
        return;
    if (dx)
        bml_array_linear_bwd_input(dx, dy, w);
    bml_array_gemm(dw, 1, BML_TRANSPOSE, x, BML_NO_TRANSPOSE, dy, 0);
    bml_array_col_sums(db, 1, dy, 0);
}

void bml_array_linear_sgd(bml_array *w, bml_array *b, float lr, const bml_array *dy,
                          const bml_array *x) {
    const char *operation = "bml_linear_sgd";
    const bml_array *outputs[] = {w, b}, *inputs[] = {dy, x};
    if (!checked(operation, dy, x, w, b) || !all_apart(operation, outputs, 2, inputs, 2))
        return;
    bml_array_gemm(w, -lr, BML_TRANSPOSE, x, BML_NO_TRANSPOSE, dy, 1);
    bml_array_col_sums(b, -lr, dy, 1);
}
