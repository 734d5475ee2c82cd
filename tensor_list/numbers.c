/* Moving numbers in and out. */
#include "list_internal.h"

#include <string.h>

bml_status bml_rows_fill(bml_rows *y, size_t rows, size_t cols, float value) {
    return bml_rows_repeat_(y, "bml_list_fill", rows, cols, value);
}

bml_status bml_rows_zeros(bml_rows *y, size_t rows, size_t cols) {
    return bml_rows_repeat_(y, "bml_list_zeros", rows, cols, 0);
}

/* Where the numbers of a matrix come from: one list, a list for each row, bytes, an array. */
typedef struct numbers_task {
    size_t cols;
    const float *list;
    const float *const *lists;
    const uint8_t *bytes;
    float divisor;
    const bml_array *array;
} numbers_task;

static void copy(float *y, const float *x, size_t n) {
    if (n > 0)
        memcpy(y, x, n * sizeof *x);
}

static bml_status check_count(const char *operation, size_t rows, size_t cols, size_t count) {
    size_t expected;
    bml_status status = bml_size_times_(&expected, rows, cols, operation);
    if (!status && count != expected)
        status = bml_fail_(BML_ERROR_SIZE, "%s: found %zu values, expected %zu for [%zu,%zu]",
                           operation, count, expected, rows, cols);
    return status;
}

static void write_from_list(const void *context, size_t i, float *y) {
    const numbers_task *task = context;
    if (task->cols > 0)
        copy(y, task->list + i * task->cols, task->cols);
}

bml_status bml_rows_from_list(bml_rows *y, size_t rows, size_t cols, const float *values,
                              size_t count) {
    const char *operation = "bml_list_from_list";
    numbers_task task = {.cols = cols, .list = values};
    bml_status status = check_count(operation, rows, cols, count);
    return status ? status : bml_rows_compute_(y, operation, rows, cols, write_from_list, &task);
}

bml_status bml_rows_to_list(float *values, size_t count, const bml_rows *x) {
    bml_status status = check_count("bml_list_to_list", x->rows, x->cols, count);
    for (size_t i = 0; !status && i < x->rows && x->cols > 0; i++)
        copy(values + i * x->cols, bml_rows_at_(x, i), x->cols);
    return status;
}

static bml_status check_lengths(const char *operation, size_t rows, size_t cols,
                                const size_t *lengths, size_t count) {
    if (count != rows)
        return bml_fail_(BML_ERROR_SIZE, "%s: found %zu rows, expected %zu", operation, count,
                         rows);
    for (size_t i = 0; i < count; i++)
        if (lengths[i] != cols)
            return bml_fail_(BML_ERROR_SIZE, "%s: found %zu values in row %zu, expected %zu",
                             operation, lengths[i], i, cols);
    return BML_OK;
}

static void write_from_lists(const void *context, size_t i, float *y) {
    const numbers_task *task = context;
    copy(y, task->lists[i], task->cols);
}

bml_status bml_rows_from_rows(bml_rows *y, size_t rows, size_t cols, const float *const *values,
                              const size_t *lengths, size_t count) {
    const char *operation = "bml_list_from_rows";
    numbers_task task = {.cols = cols, .lists = values};
    bml_status status = check_lengths(operation, rows, cols, lengths, count);
    return status ? status : bml_rows_compute_(y, operation, rows, cols, write_from_lists, &task);
}

bml_status bml_rows_to_rows(float *const *values, const size_t *lengths, size_t count,
                            const bml_rows *x) {
    bml_status status = check_lengths("bml_list_to_rows", x->rows, x->cols, lengths, count);
    for (size_t i = 0; !status && i < x->rows; i++)
        copy(values[i], bml_rows_at_(x, i), x->cols);
    return status;
}

static bml_status check_row(const char *operation, const bml_rows *x, size_t i, size_t limit,
                            size_t count) {
    if (i >= limit)
        return bml_fail_(BML_ERROR_RANGE, "%s: found row %zu, expected one below %zu", operation, i,
                         limit);
    if (count != x->cols)
        return bml_fail_(BML_ERROR_SIZE, "%s: found %zu values, expected %zu for a row", operation,
                         count, x->cols);
    return BML_OK;
}

bml_status bml_rows_write_row(bml_rows *y, const bml_rows *x, size_t i, const float *values,
                              size_t count) {
    bml_status status = check_row("bml_list_write_row", x, i, x->rows, count);
    return status ? status : bml_rows_put_(y, "bml_list_write_row", x, i, values);
}

bml_status bml_rows_append_row(bml_rows *y, const bml_rows *x, const float *values, size_t count) {
    bml_status status = check_row("bml_list_append_row", x, x->rows, x->rows + 1, count);
    return status ? status : bml_rows_put_(y, "bml_list_append_row", x, x->rows, values);
}

bml_status bml_rows_read_row(float *values, size_t count, const bml_rows *x, size_t i) {
    bml_status status = check_row("bml_list_read_row", x, i, x->rows, count);
    if (!status)
        copy(values, bml_rows_at_(x, i), count);
    return status;
}

const float *bml_rows_get_row(const bml_rows *x, size_t i) {
    if (i < x->rows)
        return bml_rows_at_(x, i);
    bml_fault_("bml_list_get_row", "found row %zu, expected one below %zu", i, x->rows);
    return NULL;
}

static void write_from_bytes(const void *context, size_t i, float *y) {
    const numbers_task *task = context;
    for (size_t j = 0; j < task->cols; j++)
        y[j] = (float)task->bytes[i * task->cols + j] / task->divisor;
}

bml_status bml_rows_from_bytes(bml_rows *y, size_t rows, size_t cols, const uint8_t *bytes,
                               size_t count, float divisor) {
    const char *operation = "bml_list_from_bytes";
    numbers_task task = {.cols = cols, .bytes = bytes, .divisor = divisor};
    bml_status status = check_count(operation, rows, cols, count);
    return status ? status : bml_rows_compute_(y, operation, rows, cols, write_from_bytes, &task);
}

static void write_from_array(const void *context, size_t i, float *y) {
    const numbers_task *task = context;
    if (task->cols > 0)
        copy(y, task->array->data + i * task->array->stride, task->cols);
}

bml_status bml_rows_from_array(bml_rows *y, const bml_array *x) {
    numbers_task task = {.cols = x->cols, .array = x};
    return bml_rows_compute_(y, "bml_list_from_array", x->rows, x->cols, write_from_array, &task);
}

void bml_rows_to_array(bml_array *y, const bml_rows *x) {
    if (bml_rows_need_shape_("bml_list_to_array", x, y->rows, y->cols))
        return;
    for (size_t i = 0; i < x->rows && x->cols > 0; i++)
        copy(y->data + i * y->stride, bml_rows_at_(x, i), x->cols);
}
