/* Making arrays, and moving numbers in and out. */
#include "array_internal.h"

#include <stdint.h>
#include <string.h>

#include "kernels/kernels_internal.h"

enum { FLOATS_A_LINE = 16 };

bml_status bml_array_alloc(bml_array *y, size_t rows, size_t cols) {
    size_t stride, count;
    if (__builtin_add_overflow(cols, FLOATS_A_LINE - 1, &stride))
        return bml_fail_(BML_ERROR_SIZE, "array [%zu,%zu]: over what can be addressed", rows, cols);
    stride -= stride % FLOATS_A_LINE;
    bml_status status = bml_size_times_(&count, rows, stride, "elements of an array");
    void *data = NULL;
    if (!status)
        status = bml_allocate_(&data, count, sizeof(float), "array");
    if (status)
        return status;
    memset(data, 0, count * sizeof(float));
    *y = (bml_array){data, rows, cols, stride, data};
    return BML_OK;
}

bml_status bml_array_clone(bml_array *y, const bml_array *x) {
    bml_array copy;
    bml_status status = bml_array_alloc(&copy, x->rows, x->cols);
    if (status)
        return status;
    bml_array_copy(&copy, x);
    *y = copy;
    return BML_OK;
}

void bml_array_free(bml_array *y) {
    if (!y)
        return;
    bml_release_(y->owned);
    *y = (bml_array){0};
}

bml_status bml_index_alloc(bml_index_array *y, size_t count) {
    void *data = NULL;
    bml_status status = bml_allocate_(&data, count, sizeof(uint32_t), "indices");
    if (status)
        return status;
    memset(data, 0, count * sizeof(uint32_t));
    *y = (bml_index_array){data, count, data};
    return BML_OK;
}

void bml_index_free(bml_index_array *y) {
    if (!y)
        return;
    bml_release_(y->owned);
    *y = (bml_index_array){0};
}

void bml_array_fill(bml_array *y, float value) {
    for (size_t i = 0; i < y->rows && y->cols; i++)
        for (size_t j = 0; j < y->cols; j++)
            bml_row_(y, i)[j] = value;
}

void bml_array_copy(bml_array *y, const bml_array *x) {
    if (!bml_need_same_("bml_copy", y, x) || !bml_need_apart_or_same_("bml_copy", y, x) ||
        y->data == x->data)
        return;
    for (size_t i = 0; i < y->rows && y->cols; i++)
        memcpy(bml_row_(y, i), bml_row_(x, i), y->cols * sizeof(float));
}

/* A list of `count` for all of `x`. */
static bml_status check_count(const char *operation, const bml_array *x, size_t count) {
    size_t expected;
    bml_status status = bml_size_times_(&expected, x->rows, x->cols, operation);
    if (!status && count != expected)
        status = bml_fail_(BML_ERROR_SIZE, "%s: found %zu values, expected %zu for [%zu,%zu]",
                           operation, count, expected, x->rows, x->cols);
    return status;
}

bml_status bml_array_from_list(bml_array *y, const float *values, size_t count) {
    bml_status status = check_count("bml_from_list", y, count);
    for (size_t i = 0; !status && i < y->rows && y->cols; i++)
        memcpy(bml_row_(y, i), values + i * y->cols, y->cols * sizeof(float));
    return status;
}

bml_status bml_array_to_list(float *values, size_t count, const bml_array *x) {
    bml_status status = check_count("bml_to_list", x, count);
    for (size_t i = 0; !status && i < x->rows && x->cols; i++)
        memcpy(values + i * x->cols, bml_row_(x, i), x->cols * sizeof(float));
    return status;
}

static bml_status check_row(const char *operation, const bml_array *x, size_t i, size_t count) {
    if (i >= x->rows)
        return bml_fail_(BML_ERROR_RANGE, "%s: found row %zu, expected one below %zu", operation, i,
                         x->rows);
    if (count != x->cols)
        return bml_fail_(BML_ERROR_SIZE, "%s: found %zu values, expected %zu for a row", operation,
                         count, x->cols);
    return BML_OK;
}

bml_status bml_array_write_row(bml_array *y, size_t i, const float *values, size_t count) {
    bml_status status = check_row("bml_write_row", y, i, count);
    if (!status && count)
        memcpy(bml_row_(y, i), values, count * sizeof(float));
    return status;
}

bml_status bml_array_read_row(float *values, size_t count, const bml_array *x, size_t i) {
    bml_status status = check_row("bml_read_row", x, i, count);
    if (!status && count)
        memcpy(values, bml_row_(x, i), count * sizeof(float));
    return status;
}

bml_status bml_index_from_list(bml_index_array *y, const uint32_t *values, size_t count,
                               uint32_t limit) {
    if (count != y->count)
        return bml_fail_(BML_ERROR_SIZE, "bml_ids_from_list: found %zu indices, expected %zu",
                         count, y->count);
    for (size_t i = 0; i < count; i++)
        if (values[i] >= limit)
            return bml_fail_(BML_ERROR_RANGE,
                             "bml_ids_from_list: found %u at %zu, expected an index below %u",
                             (unsigned)values[i], i, (unsigned)limit);
    if (count)
        memcpy(y->data, values, count * sizeof *values);
    return BML_OK;
}

typedef struct bytes_task {
    bml_array *y;
    const uint8_t *bytes;
    float divisor;
} bytes_task;

static void convert_rows(void *context, size_t first, size_t last) {
    const bytes_task *task = context;
    size_t cols = task->y->cols;
    if (task->y->stride == cols)
        bml_kernels_()->from_bytes(bml_row_(task->y, first), task->bytes + first * cols,
                                   (last - first) * cols, task->divisor);
    else
        for (size_t i = first; i < last; i++)
            bml_kernels_()->from_bytes(bml_row_(task->y, i), task->bytes + i * cols, cols,
                                       task->divisor);
}

bml_status bml_array_from_bytes(bml_array *y, const uint8_t *bytes, size_t count, float divisor) {
    bml_status status = check_count("bml_from_bytes", y, count);
    bytes_task task = {y, bytes, divisor};
    if (!status)
        bml_parallel_(y->rows, 1, bml_rows_a_thread_(BML_ELEMENTS_A_THREAD, y->cols), convert_rows,
                      &task);
    return status;
}
