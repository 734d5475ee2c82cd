/* What the tests of tensor_list share. */
#ifndef LISTS_H
#define LISTS_H

#include <bendml/tensor_list.h>

#include "expect.h"
#include "random.h"

static inline bml_rows list_of(size_t rows, size_t cols, const float *values) {
    bml_rows x = {0};
    ASSERT_OK(bml_rows_from_list(&x, rows, cols, values, rows * cols));
    return x;
}

static inline bml_rows random_list(size_t rows, size_t cols) {
    bml_array numbers = bml_test_random_view(rows, cols);
    bml_rows x = {0};
    ASSERT_OK(bml_rows_from_array(&x, &numbers));
    bml_test_release(&numbers);
    return x;
}

/* x is [rows,cols] and has these numbers, to the last bit (any NaN is like another). */
static inline void assert_list(const bml_rows *x, size_t rows, size_t cols, const float *expected) {
    if (x->rows != rows || x->cols != cols)
        fail_msg("found [%zu,%zu], expected [%zu,%zu]", x->rows, x->cols, rows, cols);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++) {
            float found = bml_rows_get_row(x, i)[j], wanted = expected[i * cols + j];
            if (memcmp(&found, &wanted, sizeof found) != 0 && !(isnan(found) && isnan(wanted)))
                fail_msg("(%zu,%zu): found %.9g, expected %.9g", i, j, (double)found,
                         (double)wanted);
        }
}

#endif
