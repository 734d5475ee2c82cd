/* Operations element by element. */
#include "list_internal.h"

#include <math.h>

/* What an element of the result is made of. */
typedef struct terms {
    float alpha, a, b;
} terms;

typedef float (*formula)(terms t);

typedef struct pointwise_task {
    formula element;
    float alpha;
    const bml_rows *a, *b;
    bool b_is_row; /* one for all rows of a */
} pointwise_task;

static void write_elements(const void *context, size_t i, float *y) {
    const pointwise_task *task = context;
    const float *a = bml_rows_at_(task->a, i);
    const float *b = bml_rows_at_(task->b, task->b_is_row ? 0 : i);
    for (size_t j = 0; j < task->a->cols; j++)
        y[j] = task->element((terms){task->alpha, a[j], b[j]});
}

static bml_status compute(bml_rows *y, const char *operation, pointwise_task task) {
    return bml_rows_compute_(y, operation, task.a->rows, task.a->cols, write_elements, &task);
}

static bml_status from_one(bml_rows *y, const char *operation, formula element, float alpha,
                           const bml_rows *a) {
    return compute(y, operation, (pointwise_task){element, alpha, a, a, false});
}

static bml_status from_two(bml_rows *y, const char *operation, formula element, float alpha,
                           const bml_rows *a, const bml_rows *b) {
    bml_status status = bml_rows_need_same_(operation, b, a);
    return status ? status : compute(y, operation, (pointwise_task){element, alpha, a, b, false});
}

static float sum(terms t) {
    return t.a + t.b;
}

bml_status bml_rows_add(bml_rows *y, const bml_rows *a, const bml_rows *b) {
    return from_two(y, "bml_list_add", sum, 0, a, b);
}

bml_status bml_rows_add_row(bml_rows *y, const bml_rows *x, const bml_rows *b) {
    bml_status status = bml_rows_need_shape_("bml_list_add_row", b, 1, x->cols);
    return status ? status : compute(y, "bml_list_add_row", (pointwise_task){sum, 0, x, b, true});
}

static float difference(terms t) {
    return t.a - t.b;
}

bml_status bml_rows_sub(bml_rows *y, const bml_rows *a, const bml_rows *b) {
    return from_two(y, "bml_list_sub", difference, 0, a, b);
}

static float product(terms t) {
    return t.a * t.b;
}

bml_status bml_rows_mul(bml_rows *y, const bml_rows *a, const bml_rows *b) {
    return from_two(y, "bml_list_mul", product, 0, a, b);
}

static float multiple(terms t) {
    return t.alpha * t.a;
}

bml_status bml_rows_scale(bml_rows *y, float alpha, const bml_rows *x) {
    return from_one(y, "bml_list_scale", multiple, alpha, x);
}

static float relu(terms t) {
    return t.a <= 0 ? 0 : t.a; /* a NaN is not <= 0 */
}

bml_status bml_rows_relu(bml_rows *y, const bml_rows *x) {
    return from_one(y, "bml_list_relu", relu, 0, x);
}

static float relu_bwd(terms t) {
    return t.b <= 0 ? 0 : t.a;
}

bml_status bml_rows_relu_bwd(bml_rows *dx, const bml_rows *dy, const bml_rows *y) {
    return from_two(dx, "bml_list_relu_bwd", relu_bwd, 0, dy, y);
}

static float descent(terms t) {
    return (float)((double)t.a - (double)t.alpha * (double)t.b);
}

bml_status bml_rows_sgd(bml_rows *y, const bml_rows *w, float lr, const bml_rows *dw) {
    return from_two(y, "bml_list_sgd", descent, lr, w, dw);
}

static float gelu(terms t) {
    const double pi = 3.14159265358979323846;
    double x = (double)t.a;
    return (float)(x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x * x * x))));
}

bml_status bml_rows_gelu(bml_rows *y, const bml_rows *x) {
    return from_one(y, "bml_list_gelu", gelu, 0, x);
}

typedef struct map_task {
    const bml_rows *x;
    bml_row_map row;
    void *context;
} map_task;

static void map_row(const void *context, size_t i, float *y) {
    const map_task *task = context;
    task->row(task->context, i, y, bml_rows_at_(task->x, i));
}

bml_status bml_rows_map(bml_rows *y, size_t cols, const bml_rows *x, bml_row_map row,
                        void *context) {
    map_task task = {x, row, context};
    return bml_rows_compute_(y, "bml_list_map_rows", x->rows, cols, map_row, &task);
}
