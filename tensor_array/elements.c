/* Operations element by element: rows in bands over the threads. */
#include "array_internal.h"

#include "kernels/kernels_internal.h"

typedef struct elements_task {
    bml_array *y;
    const bml_array *a, *b; /* b may have one row for all of a's, or be NULL */
    float factor;
    void (*row)(const struct elements_task *task, size_t i);
} elements_task;

static void run_rows(void *context, size_t first, size_t last) {
    const elements_task *task = context;
    for (size_t i = first; i < last; i++)
        task->row(task, i);
}

static void run(elements_task task) {
    if (task.y->cols == 0) /* however many rows */
        return;
    bml_parallel_(task.y->rows, 1, bml_rows_a_thread_(BML_ELEMENTS_A_THREAD, task.y->cols),
                  run_rows, &task);
}

static bool checked(const char *operation, const bml_array *y, const bml_array *x) {
    return bml_need_same_(operation, x, y) && bml_need_apart_or_same_(operation, y, x);
}

static void add(const elements_task *task, size_t i) {
    bml_kernels_()->add(bml_row_(task->y, i), bml_row_(task->a, i), bml_row_(task->b, i),
                        task->y->cols);
}

void bml_array_add(bml_array *y, const bml_array *a, const bml_array *b) {
    if (checked("bml_add", y, a) && checked("bml_add", y, b))
        run((elements_task){y, a, b, 0, add});
}

static void sub(const elements_task *task, size_t i) {
    bml_kernels_()->sub(bml_row_(task->y, i), bml_row_(task->a, i), bml_row_(task->b, i),
                        task->y->cols);
}

void bml_array_sub(bml_array *y, const bml_array *a, const bml_array *b) {
    if (checked("bml_sub", y, a) && checked("bml_sub", y, b))
        run((elements_task){y, a, b, 0, sub});
}

static void mul(const elements_task *task, size_t i) {
    bml_kernels_()->mul(bml_row_(task->y, i), bml_row_(task->a, i), bml_row_(task->b, i),
                        task->y->cols);
}

void bml_array_mul(bml_array *y, const bml_array *a, const bml_array *b) {
    if (checked("bml_mul", y, a) && checked("bml_mul", y, b))
        run((elements_task){y, a, b, 0, mul});
}

static void add_row(const elements_task *task, size_t i) {
    bml_kernels_()->add(bml_row_(task->y, i), bml_row_(task->a, i), bml_row_(task->b, 0),
                        task->y->cols);
}

void bml_array_add_row(bml_array *y, const bml_array *x, const bml_array *b) {
    if (checked("bml_add_row", y, x) && bml_need_shape_("bml_add_row", b, 1, y->cols) &&
        bml_need_apart_("bml_add_row", y, b))
        run((elements_task){y, x, b, 0, add_row});
}

static void scale(const elements_task *task, size_t i) {
    bml_kernels_()->scale(bml_row_(task->y, i), task->factor, bml_row_(task->a, i), task->y->cols);
}

void bml_array_scale(bml_array *y, float alpha, const bml_array *x) {
    if (checked("bml_scale", y, x))
        run((elements_task){y, x, NULL, alpha, scale});
}

static void relu(const elements_task *task, size_t i) {
    bml_kernels_()->relu(bml_row_(task->y, i), bml_row_(task->a, i), task->y->cols);
}

void bml_array_relu(bml_array *y, const bml_array *x) {
    if (checked("bml_relu", y, x))
        run((elements_task){y, x, NULL, 0, relu});
}

static void relu_bwd(const elements_task *task, size_t i) {
    bml_kernels_()->relu_bwd(bml_row_(task->y, i), bml_row_(task->a, i), bml_row_(task->b, i),
                             task->y->cols);
}

void bml_array_relu_bwd(bml_array *dx, const bml_array *dy, const bml_array *y) {
    if (checked("bml_relu_bwd", dx, dy) && checked("bml_relu_bwd", dx, y))
        run((elements_task){dx, dy, y, 0, relu_bwd});
}

static void add_scaled(const elements_task *task, size_t i) {
    bml_kernels_()->add_scaled(bml_row_(task->y, i), task->factor, bml_row_(task->a, i),
                               task->y->cols);
}

void bml_array_sgd(bml_array *w, float lr, const bml_array *dw) {
    if (checked("bml_sgd", w, dw))
        run((elements_task){w, dw, NULL, -lr, add_scaled});
}

static void gelu(const elements_task *task, size_t i) {
    bml_kernels_()->gelu(bml_row_(task->y, i), bml_row_(task->a, i), task->y->cols);
}

void bml_array_gelu(bml_array *y, const bml_array *x) {
    if (checked("bml_gelu", y, x))
        run((elements_task){y, x, NULL, 0, gelu});
}
