/* Sums and scores. */
#include "array_internal.h"

#include <math.h>

#include "kernels/kernels_internal.h"

typedef struct sums_task {
    bml_array *y;
    const bml_array *x;
    float alpha, beta;
} sums_task;

static void sum_columns(void *context, size_t first, size_t last) {
    const sums_task *task = context;
    const float *x = task->x->rows ? task->x->data + first : NULL;
    bml_kernels_()->col_sums(task->y->data + first, task->alpha, x, task->x->stride, task->x->rows,
                             last - first, task->beta);
}

void bml_array_col_sums(bml_array *y, float alpha, const bml_array *x, float beta) {
    if (!bml_need_shape_("bml_col_sums", y, 1, x->cols) || !bml_need_apart_("bml_col_sums", y, x))
        return;
    sums_task task = {y, x, alpha, beta};
    bml_parallel_(x->cols, 16, bml_rows_a_thread_(BML_ELEMENTS_A_THREAD, x->rows), sum_columns,
                  &task);
}

enum {
    PARTS = 64 /* partial losses: how rows are cut does not depend on the threads */
};

typedef struct entropy_task {
    bml_array *dx; /* or NULL */
    const bml_array *x;
    const uint32_t *labels;
    double losses[PARTS];
} entropy_task;

/* -log softmax(x)[label]; dx := (softmax(x) - onehot(label)) * weight */
static double entropy_row(float *dx, const float *x, size_t n, uint32_t label, float weight) {
    const bml_kernels *kernels = bml_kernels_();
    float shift = kernels->max(x, n), at_label = x[label]; /* before dx, which may be x */
    float sum = kernels->exp_shifted(dx, x, shift, n);
    if (dx) {
        kernels->scale(dx, weight / sum, dx, n);
        dx[label] -= weight;
    }
    return log((double)sum) - ((double)at_label - (double)shift);
}

static void entropy_parts(void *context, size_t first, size_t last) {
    entropy_task *task = context;
    size_t rows = task->x->rows;
    float weight = 1 / (float)rows;
    for (size_t part = first; part < last; part++) {
        size_t length = rows / PARTS, longer = rows % PARTS;
        size_t top = part * length + (part < longer ? part : longer);
        size_t bottom = top + length + (part < longer);
        double loss = 0;
        for (size_t i = top; i < bottom; i++)
            loss += entropy_row(task->dx ? bml_row_(task->dx, i) : NULL, bml_row_(task->x, i),
                                task->x->cols, task->labels[i], weight);
        task->losses[part] = loss;
    }
}

static bml_status check_labels(const bml_array *x, const bml_index_array *labels) {
    for (size_t i = 0; i < x->rows; i++)
        if (labels->data[i] >= x->cols)
            return bml_fail_(BML_ERROR_RANGE,
                             "bml_softmax_ce: found label %u in row %zu, expected one below %zu",
                             (unsigned)labels->data[i], i, x->cols);
    return BML_OK;
}

bml_status bml_array_softmax_ce(bml_array *dx, double *loss, const bml_array *x,
                                const bml_index_array *labels) {
    const char *operation = "bml_softmax_ce";
    if (!bml_need_equal_(operation, "labels", labels->count, x->rows) ||
        (dx && !(bml_need_same_(operation, dx, x) && bml_need_apart_or_same_(operation, dx, x))))
        return bml_fail_(BML_ERROR_SIZE, "%s: sizes do not fit, or arrays overlap", operation);
    bml_status status = check_labels(x, labels);
    if (status)
        return status;
    entropy_task task = {dx, x, labels->data, {0}};
    size_t work = x->rows * x->cols / PARTS * BML_EXPONENTIAL;
    bml_parallel_(PARTS, 1, bml_rows_a_thread_(BML_ELEMENTS_A_THREAD, work), entropy_parts, &task);
    double sum = 0;
    for (size_t part = 0; part < PARTS; part++)
        sum += task.losses[part];
    *loss = sum / (double)x->rows;
    return BML_OK;
}

static size_t argmax_row(const float *x, size_t n) {
    size_t best = 0;
    for (size_t j = 0; j < n; j++) {
        if (isnan(x[j]))
            return j;
        if (x[j] > x[best])
            best = j;
    }
    return best;
}

void bml_array_argmax(bml_index_array *argmax, const bml_array *x) {
    if (!bml_need_equal_("bml_argmax", "indices", argmax->count, x->rows))
        return;
    for (size_t i = 0; i < x->rows; i++)
        argmax->data[i] = (uint32_t)argmax_row(bml_row_(x, i), x->cols);
}

size_t bml_array_count_correct(const bml_array *x, const bml_index_array *labels) {
    size_t correct = 0;
    if (!bml_need_equal_("bml_count_correct", "labels", labels->count, x->rows))
        return 0;
    for (size_t i = 0; i < x->rows && x->cols; i++)
        correct += argmax_row(bml_row_(x, i), x->cols) == labels->data[i];
    return correct;
}
