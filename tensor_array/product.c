/* General products: bands of C over the threads, each by our kernel or by OpenBLAS. */
#include "array_internal.h"

#include "kernels/kernels_internal.h"

typedef struct product_task {
    bml_array *c;
    const bml_array *a, *b;
    bml_transpose op_a, op_b;
    float alpha, beta;
    size_t depth;
    bool blas;
} product_task;

/* op(X) as an operand, from element (i, j) of op(X) on. */
static bml_operand operand(const bml_array *x, bml_transpose op, size_t i, size_t j) {
    bml_operand result = {x->data, x->stride, 1};
    if (op == BML_TRANSPOSE)
        result = (bml_operand){x->data, 1, x->stride};
    result.at += i * result.row + j * result.col;
    return result;
}

/* Rows or columns first .. last of op(X). */
static bml_array part(const bml_array *x, bml_transpose op, bool rows, size_t first, size_t last) {
    bml_array view = *x;
    if (rows == (op == BML_NO_TRANSPOSE)) {
        view.data += first * x->stride;
        view.rows = last - first;
    } else {
        view.data += first;
        view.cols = last - first;
    }
    return view;
}

static void multiply(const product_task *task, bml_array *c, const bml_array *a,
                     const bml_array *b) {
    if (task->blas && bml_blas_gemm_(c, task->alpha, task->op_a, a, task->op_b, b, task->beta))
        return;
    bml_kernels_()->product(c->rows, c->cols, task->depth, task->alpha,
                            operand(a, task->op_a, 0, 0), operand(b, task->op_b, 0, 0), task->beta,
                            c->data, c->stride);
}

static void multiply_rows(void *context, size_t first, size_t last) {
    const product_task *task = context;
    bml_array c = part(task->c, BML_NO_TRANSPOSE, true, first, last);
    bml_array a = part(task->a, task->op_a, true, first, last);
    multiply(task, &c, &a, task->b);
}

static void multiply_columns(void *context, size_t first, size_t last) {
    const product_task *task = context;
    bml_array c = part(task->c, BML_NO_TRANSPOSE, false, first, last);
    bml_array b = part(task->b, task->op_b, false, first, last);
    multiply(task, &c, task->a, &b);
}

/* The longest of the bands that `tiles` are cut into, as a share of the whole. */
static double longest_band(size_t tiles, size_t bands) {
    return (double)((tiles + bands - 1) / bands) / (double)tiles;
}

/* Bands of rows, unless bands of columns are more even. */
static void multiply_in_bands(product_task *task) {
    const bml_kernels *kernels = bml_kernels_();
    size_t rows = task->c->rows, cols = task->c->cols, threads = bml_threads();
    size_t row_tiles = (rows + kernels->tile_rows - 1) / kernels->tile_rows;
    size_t col_tiles = (cols + kernels->tile_cols - 1) / kernels->tile_cols;
    bool by_columns = row_tiles < 16 * threads &&
                      longest_band(col_tiles, threads) <= longest_band(row_tiles, threads);
    double row_work = (double)cols * (double)task->depth;
    double col_work = (double)rows * (double)task->depth;
    if (by_columns)
        bml_parallel_(cols, kernels->tile_cols, (size_t)(BML_PRODUCTS_A_THREAD / col_work) + 1,
                      multiply_columns, task);
    else
        bml_parallel_(rows, kernels->tile_rows, (size_t)(BML_PRODUCTS_A_THREAD / row_work) + 1,
                      multiply_rows, task);
}

/* C := beta C, without reading it for beta = 0. */
static void scale_only(bml_array *c, float beta) {
    if (beta == 0)
        bml_array_fill(c, 0);
    else
        bml_array_scale(c, beta, c);
}

static bool gemm_checked(const bml_array *c, bml_transpose op_a, const bml_array *a,
                         bml_transpose op_b, const bml_array *b) {
    const char *operation = op_a == BML_TRANSPOSE   ? "bml_gemm_tn"
                            : op_b == BML_TRANSPOSE ? "bml_gemm_nt"
                                                    : "bml_gemm";
    size_t a_rows = op_a == BML_TRANSPOSE ? a->cols : a->rows;
    size_t a_cols = op_a == BML_TRANSPOSE ? a->rows : a->cols;
    size_t b_rows = op_b == BML_TRANSPOSE ? b->cols : b->rows;
    size_t b_cols = op_b == BML_TRANSPOSE ? b->rows : b->cols;
    return bml_need_equal_(operation, "inner size of the right side", b_rows, a_cols) &&
           bml_need_shape_(operation, c, a_rows, b_cols) && bml_need_apart_(operation, c, a) &&
           bml_need_apart_(operation, c, b);
}

void bml_array_gemm(bml_array *c, float alpha, bml_transpose op_a, const bml_array *a,
                    bml_transpose op_b, const bml_array *b, float beta) {
    if (!gemm_checked(c, op_a, a, op_b, b) || c->rows == 0 || c->cols == 0)
        return;
    size_t depth = op_a == BML_TRANSPOSE ? a->rows : a->cols;
    product_task task = {c, a, b, op_a, op_b, alpha, beta, depth, bml_blas_used_()};
    if (depth == 0)
        scale_only(c, beta);
    else
        multiply_in_bands(&task);
}

void bml_product_(bml_array *y, const bml_array *x, bml_transpose op, const bml_array *w) {
    product_task task = {y, x, w, BML_NO_TRANSPOSE, op, 1, 0, x->cols, false};
    multiply_in_bands(&task);
}

void bml_array_gemm_reference(bml_array *c, float alpha, bml_transpose op_a, const bml_array *a,
                              bml_transpose op_b, const bml_array *b, float beta) {
    if (!gemm_checked(c, op_a, a, op_b, b))
        return;
    size_t depth = op_a == BML_TRANSPOSE ? a->rows : a->cols;
    for (size_t i = 0; i < c->rows; i++)
        for (size_t j = 0; j < c->cols; j++) {
            double sum = 0;
            for (size_t k = 0; k < depth; k++)
                sum += (double)*operand(a, op_a, i, k).at * (double)*operand(b, op_b, k, j).at;
            float *at = bml_row_(c, i) + j;
            *at = (float)(alpha * sum + (beta == 0 ? 0 : (double)beta * (double)*at));
        }
}

typedef struct matvec_task {
    float *y;
    const bml_array *w;
    const float *x;
} matvec_task;

static void dot_rows(void *context, size_t first, size_t last) {
    const matvec_task *task = context;
    for (size_t i = first; i < last; i++)
        task->y[i] = bml_kernels_()->dot(bml_row_(task->w, i), task->x, task->w->cols);
}

void bml_array_matvec(bml_array *y, const bml_array *w, const bml_array *x) {
    const char *operation = "bml_matvec";
    if (!bml_need_shape_(operation, x, 1, w->cols) || !bml_need_shape_(operation, y, 1, w->rows) ||
        !bml_need_apart_(operation, y, w) || !bml_need_apart_(operation, y, x))
        return;
    matvec_task task = {y->data, w, x->data};
    bml_parallel_(w->rows, 1, bml_rows_a_thread_(BML_PRODUCTS_A_THREAD, w->cols), dot_rows, &task);
}
