/* Operations on each row as a whole. */
#include "array_internal.h"

#include "kernels/kernels_internal.h"

typedef struct rows_task {
    bml_array *y;
    const bml_array *x, *gain, *bias;
    float epsilon;
} rows_task;

static void softmax_rows(void *context, size_t first, size_t last) {
    const rows_task *task = context;
    const bml_kernels *kernels = bml_kernels_();
    size_t n = task->y->cols;
    for (size_t i = first; i < last; i++) {
        float *y = bml_row_(task->y, i);
        const float *x = bml_row_(task->x, i);
        float sum = kernels->exp_shifted(y, x, kernels->max(x, n), n);
        kernels->scale(y, 1 / sum, y, n);
    }
}

void bml_array_softmax(bml_array *y, const bml_array *x) {
    if (!bml_need_same_("bml_softmax", y, x) || !bml_need_apart_or_same_("bml_softmax", y, x) ||
        y->cols == 0)
        return;
    rows_task task = {.y = y, .x = x};
    bml_parallel_(y->rows, 1, bml_rows_a_thread_(BML_ELEMENTS_A_THREAD, y->cols * BML_EXPONENTIAL),
                  softmax_rows, &task);
}

static void layernorm_rows(void *context, size_t first, size_t last) {
    const rows_task *task = context;
    for (size_t i = first; i < last; i++)
        bml_kernels_()->layernorm(bml_row_(task->y, i), bml_row_(task->x, i), task->gain->data,
                                  task->bias->data, task->y->cols, task->epsilon);
}

void bml_array_layernorm(bml_array *y, const bml_array *x, const bml_array *gain,
                         const bml_array *bias, float epsilon) {
    const char *operation = "bml_layernorm";
    if (!bml_need_same_(operation, y, x) || !bml_need_shape_(operation, gain, 1, x->cols) ||
        !bml_need_shape_(operation, bias, 1, x->cols) ||
        !bml_need_apart_or_same_(operation, y, x) || !bml_need_apart_(operation, y, gain) ||
        !bml_need_apart_(operation, y, bias) || y->cols == 0)
        return;
    rows_task task = {y, x, gain, bias, epsilon};
    bml_parallel_(y->rows, 1, bml_rows_a_thread_(BML_ELEMENTS_A_THREAD, y->cols), layernorm_rows,
                  &task);
}
