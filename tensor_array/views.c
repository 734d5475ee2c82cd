/* Views, and moving elements. */
#include "array_internal.h"

#include <string.h>

/* Band i of count: [*first, *first + *length) of n. */
static bool band_of(const char *operation, size_t n, size_t i, size_t count, size_t *first,
                    size_t *length) {
    if (i >= count)
        return bml_fault_(operation, "band: found %zu, expected one below %zu", i, count);
    size_t longer = n % count;
    *length = n / count + (i < longer);
    *first = i * (n / count) + (i < longer ? i : longer);
    return true;
}

void bml_array_band(bml_array *view, const bml_array *m, size_t i, size_t count) {
    size_t first = 0, length = 0;
    if (band_of("bml_band", m->rows, i, count, &first, &length))
        *view = (bml_array){bml_row_(m, first), length, m->cols, m->stride, NULL};
}

void bml_array_band_vec(bml_array *view, const bml_array *v, size_t i, size_t count) {
    size_t first = 0, length = 0;
    if (band_of("bml_band_vec", v->cols, i, count, &first, &length))
        *view = (bml_array){v->data ? v->data + first : NULL, v->rows, length, v->stride, NULL};
}

void bml_index_band(bml_index_array *view, const bml_index_array *v, size_t i, size_t count) {
    size_t first = 0, length = 0;
    if (band_of("bml_band_ids", v->count, i, count, &first, &length))
        *view = (bml_index_array){v->data ? v->data + first : NULL, length, NULL};
}

void bml_array_columns(bml_array *view, const bml_array *m, size_t first, size_t width) {
    if (first > m->cols || width > m->cols - first) {
        bml_fault_("bml_columns", "columns: found %zu from %zu on, expected at most %zu in all",
                   width, first, m->cols);
        return;
    }
    *view = (bml_array){m->data ? m->data + first : NULL, m->rows, width, m->stride, NULL};
}

enum { BLOCK = 16 }; /* a cache line of floats, both ways */

typedef struct move_task {
    bml_array *y;
    const bml_array *x;
} move_task;

static void transpose_block(const move_task *task, size_t top, size_t bottom, size_t left) {
    size_t right = task->y->cols - left < BLOCK ? task->y->cols : left + BLOCK;
    for (size_t i = top; i < bottom; i++)
        for (size_t j = left; j < right; j++)
            bml_row_(task->y, i)[j] = bml_row_(task->x, j)[i];
}

static void transpose_rows(void *context, size_t first, size_t last) {
    const move_task *task = context;
    for (size_t i = first; i < last; i += BLOCK)
        for (size_t j = 0; j < task->y->cols; j += BLOCK)
            transpose_block(task, i, last - i < BLOCK ? last : i + BLOCK, j);
}

void bml_array_transpose(bml_array *y, const bml_array *x) {
    if (!bml_need_shape_("bml_transpose", y, x->cols, x->rows) ||
        !bml_need_apart_("bml_transpose", y, x))
        return;
    move_task task = {y, x};
    bml_parallel_(y->rows, BLOCK, bml_rows_a_thread_(BML_ELEMENTS_A_THREAD, y->cols),
                  transpose_rows, &task);
}

/* Copies runs as long as the shorter of what is left of both rows. */
static void copy_in_order(bml_array *y, const bml_array *x, size_t count) {
    size_t y_row = 0, y_col = 0, x_row = 0, x_col = 0;
    while (count > 0) {
        size_t run = y->cols - y_col < x->cols - x_col ? y->cols - y_col : x->cols - x_col;
        memcpy(bml_row_(y, y_row) + y_col, bml_row_(x, x_row) + x_col, run * sizeof(float));
        count -= run, y_col += run, x_col += run;
        if (y_col == y->cols)
            y_row++, y_col = 0;
        if (x_col == x->cols)
            x_row++, x_col = 0;
    }
}

void bml_array_reshape(bml_array *y, const bml_array *x) {
    size_t count = x->rows * x->cols; /* both exist, so neither wraps */
    if (bml_need_equal_("bml_reshape", "elements", y->rows * y->cols, count) &&
        bml_need_apart_("bml_reshape", y, x))
        copy_in_order(y, x, count);
}

void bml_array_reshape_by(bml_array *y, const bml_array *x, bml_eq same) {
    if (bml_need_equal_("bml_reshape_by", "witness of x's elements", same.lhs, x->rows * x->cols) &&
        bml_need_equal_("bml_reshape_by", "witness of y's elements", same.rhs, y->rows * y->cols))
        bml_array_reshape(y, x); /* which finds out a forged witness */
}

void bml_array_append_rows(bml_array *y, const bml_array *a, const bml_array *b) {
    const char *operation = "bml_append_rows";
    if (!bml_need_equal_(operation, "columns of b", b->cols, a->cols) ||
        !bml_need_shape_(operation, y, a->rows + b->rows, a->cols) ||
        !bml_need_apart_(operation, y, a) || !bml_need_apart_(operation, y, b) || y->cols == 0)
        return;
    bml_array top = *y, bottom = *y;
    top.rows = a->rows;
    bottom.rows = b->rows, bottom.data = bml_row_(y, a->rows);
    bml_array_copy(&top, a);
    bml_array_copy(&bottom, b);
}
