/* A product is made of dot products of rows: X W' is, and X W = X (W')', X' W = X' (W')'. */
#include "list_internal.h"

typedef struct product_task {
    const bml_rows *x, *w;
} product_task;

static float dot(const float *x, const float *w, size_t n) {
    double sum = 0; /* a product of two f32 is exact in f64 */
    for (size_t k = 0; k < n; k++)
        sum += (double)x[k] * (double)w[k];
    return (float)sum;
}

static void write_dots(const void *context, size_t i, float *y) {
    const product_task *task = context;
    const float *x = bml_rows_at_(task->x, i);
    for (size_t j = 0; j < task->w->rows; j++)
        y[j] = dot(x, bml_rows_at_(task->w, j), task->x->cols);
}

/* Y [M,N] := X [M,K] W' with W [N,K] */
static bml_status dots(bml_rows *y, const char *operation, const bml_rows *x, const bml_rows *w) {
    product_task task = {x, w};
    return bml_rows_compute_(y, operation, x->rows, w->rows, write_dots, &task);
}

bml_status bml_rows_matmul_nt(bml_rows *y, const bml_rows *x, const bml_rows *w) {
    const char *operation = "bml_list_matmul_nt";
    bml_status status = bml_rows_need_equal_(operation, "columns of w", w->cols, x->cols);
    return status ? status : dots(y, operation, x, w);
}

bml_status bml_rows_matvec(bml_rows *y, const bml_rows *w, const bml_rows *x) {
    const char *operation = "bml_list_matvec";
    bml_status status = bml_rows_need_shape_(operation, x, 1, w->cols);
    return status ? status : dots(y, operation, x, w);
}

bml_status bml_rows_matmul(bml_rows *y, const bml_rows *x, const bml_rows *w) {
    const char *operation = "bml_list_matmul";
    bml_rows columns = {0};
    bml_status status = bml_rows_need_equal_(operation, "rows of w", w->rows, x->cols);
    if (!status)
        status = bml_rows_transpose(&columns, w);
    if (!status)
        status = dots(y, operation, x, &columns);
    bml_rows_free(&columns);
    return status;
}

bml_status bml_rows_matmul_tn(bml_rows *y, const bml_rows *x, const bml_rows *w) {
    const char *operation = "bml_list_matmul_tn";
    bml_rows transposed = {0};
    bml_status status = bml_rows_need_equal_(operation, "rows of w", w->rows, x->rows);
    if (!status)
        status = bml_rows_transpose(&transposed, x);
    if (!status)
        status = bml_rows_matmul(y, &transposed, w);
    bml_rows_free(&transposed);
    return status;
}
