/* Sums over columns, and what is made of the scores in a row. */
#include "list_internal.h"

#include <math.h>

static void write_column_sums(const void *context, size_t i, float *y) {
    const bml_rows *x = context;
    (void)i; /* the only row */
    for (size_t j = 0; j < x->cols; j++) {
        double sum = 0;
        for (size_t k = 0; k < x->rows; k++)
            sum += (double)bml_rows_element_(x, k, j);
        y[j] = (float)sum;
    }
}

bml_status bml_rows_col_sums(bml_rows *y, const bml_rows *x) {
    return bml_rows_compute_(y, "bml_list_col_sums", 1, x->cols, write_column_sums, x);
}

static double greatest(const float *x, size_t n) {
    double most = -INFINITY;
    for (size_t j = 0; j < n; j++)
        if ((double)x[j] > most)
            most = (double)x[j];
    return most;
}

/* The sum over a row of exp(x - shift). */
static double exponentials(const float *x, size_t n, double shift) {
    double sum = 0;
    for (size_t j = 0; j < n; j++)
        sum += exp((double)x[j] - shift);
    return sum;
}

static void write_softmax(const void *context, size_t i, float *y) {
    const bml_rows *logits = context;
    const float *x = bml_rows_at_(logits, i);
    double shift = greatest(x, logits->cols), sum = exponentials(x, logits->cols, shift);
    for (size_t j = 0; j < logits->cols; j++)
        y[j] = (float)(exp((double)x[j] - shift) / sum);
}

bml_status bml_rows_softmax(bml_rows *y, const bml_rows *x) {
    return bml_rows_compute_(y, "bml_list_softmax", x->rows, x->cols, write_softmax, x);
}

typedef struct norm_task {
    const bml_rows *x, *gain, *bias;
    float epsilon;
} norm_task;

static void write_norm(const void *context, size_t i, float *y) {
    const norm_task *task = context;
    const float *x = bml_rows_at_(task->x, i);
    const float *gain = bml_rows_at_(task->gain, 0), *bias = bml_rows_at_(task->bias, 0);
    size_t n = task->x->cols;
    double mean = 0, variance = 0;
    for (size_t j = 0; j < n; j++)
        mean += (double)x[j] / (double)n;
    for (size_t j = 0; j < n; j++)
        variance += ((double)x[j] - mean) * ((double)x[j] - mean) / (double)n;
    double deviation = sqrt(variance + (double)task->epsilon);
    for (size_t j = 0; j < n; j++)
        y[j] = (float)(((double)x[j] - mean) / deviation * (double)gain[j] + (double)bias[j]);
}

bml_status bml_rows_layernorm(bml_rows *y, const bml_rows *x, const bml_rows *gain,
                              const bml_rows *bias, float epsilon) {
    const char *operation = "bml_list_layernorm";
    norm_task task = {x, gain, bias, epsilon};
    bml_status status = bml_rows_need_shape_(operation, gain, 1, x->cols);
    if (!status)
        status = bml_rows_need_shape_(operation, bias, 1, x->cols);
    return status ? status : bml_rows_compute_(y, operation, x->rows, x->cols, write_norm, &task);
}

typedef struct entropy_task {
    const bml_rows *x;
    const uint32_t *labels;
} entropy_task;

/* -log softmax(x)[label], the mean over rows */
static double cross_entropy(const bml_rows *logits, const uint32_t *labels) {
    double loss = 0;
    for (size_t i = 0; i < logits->rows; i++) {
        const float *x = bml_rows_at_(logits, i);
        double shift = greatest(x, logits->cols);
        loss += log(exponentials(x, logits->cols, shift)) - ((double)x[labels[i]] - shift);
    }
    return loss / (double)logits->rows;
}

static void write_gradient(const void *context, size_t i, float *dx) {
    const entropy_task *task = context;
    const float *x = bml_rows_at_(task->x, i);
    size_t n = task->x->cols;
    double shift = greatest(x, n), sum = exponentials(x, n, shift);
    for (size_t j = 0; j < n; j++)
        dx[j] = (float)((exp((double)x[j] - shift) / sum - (j == task->labels[i])) /
                        (double)task->x->rows);
}

bml_status bml_rows_softmax_ce(bml_rows *dx, double *loss, const bml_rows *x,
                               const bml_index_array *labels) {
    const char *operation = "bml_list_softmax_ce";
    bml_status status = bml_rows_need_equal_(operation, "labels", labels->count, x->rows);
    for (size_t i = 0; !status && i < x->rows; i++)
        if (labels->data[i] >= x->cols)
            status =
                bml_fail_(BML_ERROR_RANGE, "%s: found label %u in row %zu, expected one below %zu",
                          operation, (unsigned)labels->data[i], i, x->cols);
    if (status)
        return status;
    double mean = cross_entropy(x, labels->data); /* before dx, which may be x */
    entropy_task task = {x, labels->data};
    if (dx)
        status = bml_rows_compute_(dx, operation, x->rows, x->cols, write_gradient, &task);
    if (!status)
        *loss = mean;
    return status;
}

static uint32_t argmax_row(const float *x, size_t n) {
    size_t best = 0;
    for (size_t j = 0; j < n; j++) {
        if (isnan(x[j]))
            return (uint32_t)j;
        if (x[j] > x[best])
            best = j;
    }
    return (uint32_t)best;
}

void bml_rows_argmax(bml_index_array *argmax, const bml_rows *x) {
    if (bml_rows_need_equal_("bml_list_argmax", "indices", argmax->count, x->rows))
        return;
    for (size_t i = 0; i < x->rows; i++)
        argmax->data[i] = argmax_row(bml_rows_at_(x, i), x->cols);
}

size_t bml_rows_count_correct(const bml_rows *x, const bml_index_array *labels) {
    size_t correct = 0;
    if (bml_rows_need_equal_("bml_list_count_correct", "labels", labels->count, x->rows))
        return 0;
    for (size_t i = 0; i < x->rows && x->cols > 0; i++)
        correct += argmax_row(bml_rows_at_(x, i), x->cols) == labels->data[i];
    return correct;
}
