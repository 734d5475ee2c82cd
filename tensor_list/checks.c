/* The checks that every operation makes while running. */
#include "list_internal.h"

#include <bendml/lemmas.h>

bml_status bml_rows_need_equal_(const char *operation, const char *what, size_t found,
                                size_t expected) {
    if (found == expected)
        return BML_OK;
    bml_fault_(operation, "%s: found %zu, expected %zu", what, found, expected);
    return bml_fail_(BML_ERROR_SIZE, "%s: %s: found %zu, expected %zu", operation, what, found,
                     expected);
}

bml_status bml_rows_need_shape_(const char *operation, const bml_rows *x, size_t rows,
                                size_t cols) {
    if (x->rows == rows && x->cols == cols)
        return BML_OK;
    bml_fault_(operation, "shape: found [%zu,%zu], expected [%zu,%zu]", x->rows, x->cols, rows,
               cols);
    return bml_fail_(BML_ERROR_SIZE, "%s: shape: found [%zu,%zu], expected [%zu,%zu]", operation,
                     x->rows, x->cols, rows, cols);
}

bml_status bml_rows_need_same_(const char *operation, const bml_rows *x, const bml_rows *y) {
    return bml_rows_need_shape_(operation, x, y->rows, y->cols);
}

bml_status bml_rows_elements_(size_t *count, const char *operation, const bml_rows *x) {
    return bml_size_times_(count, x->rows, x->cols, operation);
}
