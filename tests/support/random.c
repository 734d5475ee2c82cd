#include "random.h"

#include <math.h>
#include <stdlib.h>

static uint64_t state = 1;

uint32_t bml_test_random(uint32_t limit) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 32) * limit >> 32);
}

float bml_test_random_float(void) {
    return (float)bml_test_random(1u << 24) / (float)(1 << 23) - 1;
}

void bml_test_random_fill(float *values, size_t n) {
    for (size_t i = 0; i < n; i++)
        values[i] = bml_test_random_float();
}

enum { BEFORE = 3, AFTER = 5 }; /* odd, so that rows start anywhere */

static size_t block_size(const bml_array *view) {
    return (view->rows + 2) * view->stride;
}

bml_array bml_test_random_view(size_t rows, size_t cols) {
    bml_array view = {NULL, rows, cols, cols + BEFORE + AFTER, NULL};
    float *block = malloc(block_size(&view) * sizeof *block);
    if (!block)
        abort();
    for (size_t i = 0; i < block_size(&view); i++)
        block[i] = NAN;
    view.data = block + view.stride + BEFORE;
    for (size_t i = 0; i < rows; i++)
        bml_test_random_fill(view.data + i * view.stride, cols);
    return view;
}

static float *block_of(const bml_array *view) {
    return view->data - BEFORE - view->stride;
}

void bml_test_release(bml_array *view) {
    free(block_of(view));
    *view = (bml_array){0};
}

int bml_test_surroundings_kept(const bml_array *view) {
    const float *block = block_of(view);
    for (size_t i = 0; i < block_size(view); i++) {
        size_t row = i / view->stride, col = i % view->stride;
        int inside = row >= 1 && row <= view->rows && col >= BEFORE && col < BEFORE + view->cols;
        if (!inside && !isnan(block[i]))
            return 0;
    }
    return 1;
}
