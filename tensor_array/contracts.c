/* The checks that every operation makes while running. */
#include "array_internal.h"

bool bml_need_equal_(const char *operation, const char *what, size_t found, size_t expected) {
    return found == expected ||
           bml_fault_(operation, "%s: found %zu, expected %zu", what, found, expected);
}

bool bml_need_shape_(const char *operation, const bml_array *x, size_t rows, size_t cols) {
    return (x->rows == rows && x->cols == cols) ||
           bml_fault_(operation, "shape: found [%zu,%zu], expected [%zu,%zu]", x->rows, x->cols,
                      rows, cols);
}

bool bml_need_same_(const char *operation, const bml_array *x, const bml_array *y) {
    return bml_need_shape_(operation, x, y->rows, y->cols);
}

static uintptr_t start_of(const bml_array *x) {
    return (uintptr_t)x->data;
}

static uintptr_t end_of(const bml_array *x) {
    return (uintptr_t)(bml_row_(x, x->rows - 1) + x->cols);
}

/* Columns of one matrix lie in turn in its rows: their ranges of addresses overlap, they do not. */
static bool columns_apart(const bml_array *y, const bml_array *x) {
    if (y->stride != x->stride || y->stride == 0)
        return false;
    size_t pitch = y->stride * sizeof(float);
    bool y_first = start_of(y) < start_of(x);
    const bml_array *low = y_first ? y : x, *high = y_first ? x : y;
    size_t shift = (start_of(high) - start_of(low)) % pitch;
    return shift >= low->cols * sizeof(float) && shift + high->cols * sizeof(float) <= pitch;
}

bool bml_need_apart_(const char *operation, const bml_array *y, const bml_array *x) {
    if (y->rows == 0 || y->cols == 0 || x->rows == 0 || x->cols == 0 || end_of(y) <= start_of(x) ||
        end_of(x) <= start_of(y) || columns_apart(y, x))
        return true;
    return bml_fault_(operation, "output [%zu,%zu] and input [%zu,%zu] overlap", y->rows, y->cols,
                      x->rows, x->cols);
}

bool bml_need_apart_or_same_(const char *operation, const bml_array *y, const bml_array *x) {
    bool same =
        y->data == x->data && (y->stride == x->stride || y->rows <= 1) && y->cols == x->cols;
    return same || bml_need_apart_(operation, y, x);
}
