/* Rows of other matrices, shared, and elements at other places. */
#include "list_internal.h"

static bml_status check_part(const char *operation, const char *what, size_t first, size_t count,
                             size_t all) {
    if (first <= all && count <= all - first)
        return BML_OK;
    bml_fault_(operation, "%s: found %zu from %zu on, expected at most %zu in all", what, count,
               first, all);
    return bml_fail_(BML_ERROR_SIZE, "%s: %s: found %zu from %zu on, expected at most %zu in all",
                     operation, what, count, first, all);
}

bml_status bml_rows_append_rows(bml_rows *y, const bml_rows *a, const bml_rows *b) {
    const char *operation = "bml_list_append_rows";
    bml_status status = bml_rows_need_equal_(operation, "columns of b", b->cols, a->cols);
    return status ? status : bml_rows_join_(y, operation, a, b);
}

bml_status bml_rows_slice(bml_rows *y, const bml_rows *x, size_t first, size_t count) {
    const char *operation = "bml_list_slice";
    bml_status status = check_part(operation, "rows", first, count, x->rows);
    return status ? status : bml_rows_select_(y, operation, x, first, count);
}

/* Band i of `bands` of n: [*first, *first + *count). */
static bml_status band_of(const char *operation, size_t n, size_t i, size_t bands, size_t *first,
                          size_t *count) {
    if (i >= bands) {
        bml_fault_(operation, "band: found %zu, expected one below %zu", i, bands);
        return bml_fail_(BML_ERROR_SIZE, "%s: band: found %zu, expected one below %zu", operation,
                         i, bands);
    }
    size_t longer = n % bands;
    *count = n / bands + (i < longer);
    *first = i * (n / bands) + (i < longer ? i : longer);
    return BML_OK;
}

bml_status bml_rows_band(bml_rows *y, const bml_rows *x, size_t i, size_t count) {
    const char *operation = "bml_list_band_of";
    size_t first = 0, length = 0;
    bml_status status = band_of(operation, x->rows, i, count, &first, &length);
    return status ? status : bml_rows_select_(y, operation, x, first, length);
}

typedef struct move_task {
    const bml_rows *x;
    size_t cols, first;
} move_task;

static void write_columns(const void *context, size_t i, float *y) {
    const move_task *task = context;
    const float *x = bml_rows_at_(task->x, i);
    for (size_t j = 0; j < task->cols; j++)
        y[j] = x[task->first + j];
}

static bml_status columns(bml_rows *y, const char *operation, const bml_rows *x, size_t first,
                          size_t width) {
    move_task task = {x, width, first};
    return bml_rows_compute_(y, operation, x->rows, width, write_columns, &task);
}

bml_status bml_rows_columns(bml_rows *y, const bml_rows *x, size_t first, size_t width) {
    const char *operation = "bml_list_columns";
    bml_status status = check_part(operation, "columns", first, width, x->cols);
    return status ? status : columns(y, operation, x, first, width);
}

bml_status bml_rows_band_vec(bml_rows *y, const bml_rows *x, size_t i, size_t count) {
    const char *operation = "bml_list_band_of_vec";
    size_t first = 0, length = 0;
    bml_status status = band_of(operation, x->cols, i, count, &first, &length);
    return status ? status : columns(y, operation, x, first, length);
}

static void write_transposed(const void *context, size_t i, float *y) {
    const move_task *task = context;
    for (size_t j = 0; j < task->cols; j++)
        y[j] = bml_rows_element_(task->x, j, i);
}

bml_status bml_rows_transpose(bml_rows *y, const bml_rows *x) {
    move_task task = {x, x->rows, 0};
    return bml_rows_compute_(y, "bml_list_transpose", x->cols, x->rows, write_transposed, &task);
}

static void write_in_order(const void *context, size_t i, float *y) {
    const move_task *task = context;
    size_t n = task->x->cols;
    for (size_t j = 0; j < task->cols; j++) {
        size_t k = i * task->cols + j;
        y[j] = bml_rows_element_(task->x, k / n, k % n);
    }
}

static bml_status reshape(bml_rows *y, const char *operation, size_t rows, size_t cols,
                          const bml_rows *x) {
    size_t found, expected;
    bml_status status = bml_rows_elements_(&found, operation, x);
    if (!status)
        status = bml_size_times_(&expected, rows, cols, operation);
    if (!status)
        status = bml_rows_need_equal_(operation, "elements", found, expected);
    move_task task = {x, cols, 0};
    return status ? status : bml_rows_compute_(y, operation, rows, cols, write_in_order, &task);
}

bml_status bml_rows_reshape(bml_rows *y, size_t rows, size_t cols, const bml_rows *x) {
    return reshape(y, "bml_list_reshape", rows, cols, x);
}

bml_status bml_rows_reshape_by(bml_rows *y, size_t rows, size_t cols, const bml_rows *x,
                               bml_eq same) {
    const char *operation = "bml_list_reshape_by";
    size_t of_x, of_y;
    bml_status status = bml_rows_elements_(&of_x, operation, x);
    if (!status)
        status = bml_size_times_(&of_y, rows, cols, operation);
    if (!status)
        status = bml_rows_need_equal_(operation, "witness of x's elements", same.lhs, of_x);
    if (!status)
        status = bml_rows_need_equal_(operation, "witness of y's elements", same.rhs, of_y);
    return status ? status : reshape(y, operation, rows, cols, x);
}

bml_status bml_rows_flatten(bml_rows *y, const bml_rows *x) {
    const char *operation = "bml_list_flatten";
    size_t count;
    bml_status status = bml_rows_elements_(&count, operation, x);
    return status ? status : reshape(y, operation, 1, count, x);
}

bml_status bml_rows_reshape_swap(bml_rows *y, const bml_rows *x) {
    return reshape(y, "bml_list_reshape_swap", x->cols, x->rows, x);
}
