/* Immutable matrices and vectors of f32 whose rows are shared: the readable reference of every
 * operation, in f64 where more than one step is rounded.
 *
 * Untyped functions work on bml_rows and are named bml_rows_*; the typed macros bml_list_* compare
 * dimensions and call them. Arguments are pointers to handles, the output first.
 *
 * A handle starts as {0} and owns one reference. An operation makes a new matrix, puts it into its
 * output and releases what that held, so an output may be an input: bml_list_add(&y, &y, &b). When
 * it fails the output stays as it was. bml_list_free releases, bml_list_share takes another
 * reference, both in O(1).
 *
 * For all of them: a status, BML_ERROR_MEMORY or BML_ERROR_SIZE (over what can be addressed), since
 * each result is allocated. Sizes are checked again while running: two that differ are a fault (see
 * status.h), then BML_ERROR_SIZE. A size may be 0. NaN and infinities go through as IEEE 754 has
 * them. A handle is read by any number of threads; what two handles share is theirs to use, write
 * and free on different threads without a lock.
 *
 * Rows are the leaves of a tree of fan-out 32. To look a row up, or to make a matrix with one row
 * more or another row, takes O(log n) time and memory in the number of rows; the rest is shared.
 * So appending to a copy of a key-value cache copies nothing of it.
 *
 * Each operation names the distance to its twin in tensor_array.h, |list - array|; "the same bits"
 * is a distance of 0. u = 2^-24, half the distance from 1 to the next f32.
 *
 * Example (compiled and run as tests/examples/tensor_list.c): two continuations of one cache,
 *
 *   BML_DIM_RT(past); BML_DIM(width, 4); BML_DIM_SUM(next, past, vector_);
 *   BML_SHAPE(past, width); BML_SHAPE(next, width); BML_VECTOR(width);
 *
 *   bml_list(past, width) cache = {0};
 *   bml_list(next, width) yes = {0}, no = {0};
 *   if (bml_list_fill(&cache, n, bml_dim(width), 1) || bml_list_append_row(&yes, &cache, &a) ||
 *       bml_list_append_row(&no, &cache, &b))
 *       return bml_error_text();
 */
#ifndef BENDML_TENSOR_LIST_H
#define BENDML_TENSOR_LIST_H

#include <bendml/lemmas.h>
#include <bendml/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- References ---- */

/* y := x, which is then referred to once more. y may be x. */
void bml_rows_share(bml_rows *y, const bml_rows *x);
/* Releases what y refers to and clears it; NULL and {0} are fine. */
void bml_rows_free(bml_rows *y);

#define bml_list_share(y, x) (BML_RULE_SAME_(y, x), bml_rows_share(&(y)->raw, &(x)->raw))
#define bml_list_free(y) bml_rows_free(&(y)->raw)

/* ---- Moving numbers in and out; the same bits ---- */

/* Y [M,N] := 0, := value; its rows are one and the same, so that it takes O(N log M) of memory. */
BML_MUST_USE bml_status bml_rows_zeros(bml_rows *y, size_t rows, size_t cols);
BML_MUST_USE bml_status bml_rows_fill(bml_rows *y, size_t rows, size_t cols, float value);
/* Y [M,N] := values, row after row; X to values. BML_ERROR_SIZE if count is not M * N. */
BML_MUST_USE bml_status bml_rows_from_list(bml_rows *y, size_t rows, size_t cols,
                                           const float *values, size_t count);
BML_MUST_USE bml_status bml_rows_to_list(float *values, size_t count, const bml_rows *x);
/* Row i of Y [M,N] := the lengths[i] numbers at values[i], i < count; X to them. BML_ERROR_SIZE if
 * count is not M, or (naming the first) a length is not N; then nothing is written. */
BML_MUST_USE bml_status bml_rows_from_rows(bml_rows *y, size_t rows, size_t cols,
                                           const float *const *values, const size_t *lengths,
                                           size_t count);
BML_MUST_USE bml_status bml_rows_to_rows(float *const *values, const size_t *lengths, size_t count,
                                         const bml_rows *x);
/* Y := X [M,N] but for row i, the `count` values. BML_ERROR_RANGE if i >= M, BML_ERROR_SIZE if
 * count is not N. O(N + log M). */
BML_MUST_USE bml_status bml_rows_write_row(bml_rows *y, const bml_rows *x, size_t i,
                                           const float *values, size_t count);
/* Row i of X to values; errors as above. */
BML_MUST_USE bml_status bml_rows_read_row(float *values, size_t count, const bml_rows *x, size_t i);
/* Row i of X, lent as long as a handle refers to that row; a fault and NULL if i >= M. */
const float *bml_rows_get_row(const bml_rows *x, size_t i);
/* Y [M,N] := bytes / divisor. BML_ERROR_SIZE if count is not M * N. */
BML_MUST_USE bml_status bml_rows_from_bytes(bml_rows *y, size_t rows, size_t cols,
                                            const uint8_t *bytes, size_t count, float divisor);
/* Y := the numbers of X, copied. An array's own shape must fit, or it is a fault. */
BML_MUST_USE bml_status bml_rows_from_array(bml_rows *y, const bml_array *x);
void bml_rows_to_array(bml_array *y, const bml_rows *x);

#define BML_RULE_SIZES_(y, m, n) \
    BML_ALL_(BML_SAME_DIM_((y)->row, BML_WITNESS_(m)), BML_SAME_DIM_((y)->col, BML_WITNESS_(n)))
#define bml_list_zeros(y, m, n) \
    (BML_RULE_SIZES_(y, m, n), bml_rows_zeros(&(y)->raw, (m).value, (n).value))
#define bml_list_fill(y, m, n, value_) \
    (BML_RULE_SIZES_(y, m, n), bml_rows_fill(&(y)->raw, (m).value, (n).value, value_))
#define bml_list_from_list(y, m, n, values, count) \
    (BML_RULE_SIZES_(y, m, n), bml_rows_from_list(&(y)->raw, (m).value, (n).value, values, count))
#define bml_list_to_list(values, count, x) bml_rows_to_list(values, count, &(x)->raw)
#define bml_list_from_rows(y, m, n, values, lengths, count) \
    (BML_RULE_SIZES_(y, m, n), \
     bml_rows_from_rows(&(y)->raw, (m).value, (n).value, values, lengths, count))
#define bml_list_to_rows(values, lengths, count, x) \
    bml_rows_to_rows(values, lengths, count, &(x)->raw)
#define bml_list_write_row(y, x, i, values, count) \
    (BML_RULE_SAME_(y, x), bml_rows_write_row(&(y)->raw, &(x)->raw, i, values, count))
#define bml_list_read_row(values, count, x, i) bml_rows_read_row(values, count, &(x)->raw, i)
#define bml_list_get_row(x, i) bml_rows_get_row(&(x)->raw, i)
#define bml_list_from_bytes(y, m, n, bytes, count, divisor) \
    (BML_RULE_SIZES_(y, m, n), \
     bml_rows_from_bytes(&(y)->raw, (m).value, (n).value, bytes, count, divisor))
#define bml_list_from_array(y, x) (BML_RULE_SAME_(y, x), bml_rows_from_array(&(y)->raw, &(x)->raw))
#define bml_list_to_array(y, x) (BML_RULE_SAME_(y, x), bml_rows_to_array(&(y)->raw, &(x)->raw))

/* ---- Rows of other matrices, shared ---- */

/* Y [M+1,N] := the rows of X [M,N], then `values`. BML_ERROR_SIZE if count is not N. O(N + log M).
 */
BML_MUST_USE bml_status bml_rows_append_row(bml_rows *y, const bml_rows *x, const float *values,
                                            size_t count);
/* Y [M+P,N] := the rows of A [M,N], then those of B [P,N]. O(P log (M + P)). The same bits. */
BML_MUST_USE bml_status bml_rows_append_rows(bml_rows *y, const bml_rows *a, const bml_rows *b);
/* Y := rows first .. first + count of X. first + count <= M, or a fault. O(count). */
BML_MUST_USE bml_status bml_rows_slice(bml_rows *y, const bml_rows *x, size_t first, size_t count);
/* Y := band i of `count`, as bml_array_band cuts them: M / count rows, the first M % count bands
 * one more. i < count, or a fault. The same bits. */
BML_MUST_USE bml_status bml_rows_band(bml_rows *y, const bml_rows *x, size_t i, size_t count);
/* The same of a vector's numbers, copied. */
BML_MUST_USE bml_status bml_rows_band_vec(bml_rows *y, const bml_rows *x, size_t i, size_t count);
/* Y := columns first .. first + width of X, copied. first + width <= N, or a fault. The same bits.
 */
BML_MUST_USE bml_status bml_rows_columns(bml_rows *y, const bml_rows *x, size_t first,
                                         size_t width);

#define BML_RULE_SLICE_(y, x, count) /* rows of x, as many as the witness says */ \
    BML_ALL_(BML_SAME_DIM_((y)->col, (x)->col), BML_SAME_DIM_((y)->row, BML_WITNESS_(count)), \
             BML_SAME_IF_(!BML_IS_CONSTANT_((y)->row) || !BML_IS_CONSTANT_((x)->row) || \
                              BML_K_((y)->row) <= BML_K_((x)->row), \
                          (y)->row, (x)->row))
/* `row` is a vector, and shared; the rows of y are those of x and BML_DIM_SUM's vector_. */
#define bml_list_append_row(y, x, row_) \
    (BML_RULE_VECTOR_(row_), BML_RULE_APPEND_(y, x, row_), \
     bml_rows_append_rows(&(y)->raw, &(x)->raw, &(row_)->raw))
#define bml_list_append_rows(y, a, b) \
    (BML_RULE_APPEND_(y, a, b), bml_rows_append_rows(&(y)->raw, &(a)->raw, &(b)->raw))
#define bml_list_slice(y, x, first, count) \
    (BML_RULE_SLICE_(y, x, count), bml_rows_slice(&(y)->raw, &(x)->raw, first, (count).value))
#define bml_list_band_of(y, x, i, count) \
    (BML_RULE_BAND_((y)->row, (x)->row), BML_SAME_DIM_((y)->col, (x)->col), \
     bml_rows_band(&(y)->raw, &(x)->raw, i, count))
#define bml_list_band_of_vec(y, x, i, count) \
    (BML_RULE_VECTOR_(x), BML_RULE_BAND_((y)->col, (x)->col), \
     bml_rows_band_vec(&(y)->raw, &(x)->raw, i, count))
#define bml_list_columns(y, x, first, width) \
    (BML_RULE_COLUMNS_(y, x, width), bml_rows_columns(&(y)->raw, &(x)->raw, first, (width).value))

/* ---- Moving elements; the same bits ---- */

/* Y [N,M] := X' of X [M,N] */
BML_MUST_USE bml_status bml_rows_transpose(bml_rows *y, const bml_rows *x);
/* Y [P,Q] := the elements of X [M,N] in order, row after row. P * Q = M * N, or a fault. */
BML_MUST_USE bml_status bml_rows_reshape(bml_rows *y, size_t rows, size_t cols, const bml_rows *x);
/* The same where the equality is known only while running: the witness must say elements of X =
 * elements of Y, or it is a fault that names them. */
BML_MUST_USE bml_status bml_rows_reshape_by(bml_rows *y, size_t rows, size_t cols,
                                            const bml_rows *x, bml_eq same);
/* y [M*N] := the elements of X [M,N] in order. */
BML_MUST_USE bml_status bml_rows_flatten(bml_rows *y, const bml_rows *x);
/* Y [N,M] := the elements of X [M,N] in order; not the transpose. */
BML_MUST_USE bml_status bml_rows_reshape_swap(bml_rows *y, const bml_rows *x);

#define bml_list_transpose(y, x) \
    (BML_RULE_TRANSPOSE_(y, x), bml_rows_transpose(&(y)->raw, &(x)->raw))
#define bml_list_reshape(y, m, n, x) \
    (BML_RULE_RESHAPE_(y, x), BML_RULE_SIZES_(y, m, n), \
     bml_rows_reshape(&(y)->raw, (m).value, (n).value, &(x)->raw))
#define bml_list_reshape_by(y, m, n, x, same) \
    (BML_RULE_SIZES_(y, m, n), \
     bml_rows_reshape_by(&(y)->raw, (m).value, (n).value, &(x)->raw, same))
#define bml_list_flatten(y, x) \
    (BML_RULE_VECTOR_(y), BML_RULE_RESHAPE_(y, x), bml_rows_flatten(&(y)->raw, &(x)->raw))
#define bml_list_reshape_swap(y, x) \
    (BML_RULE_TRANSPOSE_(y, x), bml_rows_reshape_swap(&(y)->raw, &(x)->raw))

/* ---- Element by element ---- */

/* The same bits: */
BML_MUST_USE bml_status bml_rows_add(bml_rows *y, const bml_rows *a, const bml_rows *b); /* A + B */
BML_MUST_USE bml_status bml_rows_sub(bml_rows *y, const bml_rows *a, const bml_rows *b); /* A - B */
/* Y [i,j] := A [i,j] B [i,j] */
BML_MUST_USE bml_status bml_rows_mul(bml_rows *y, const bml_rows *a, const bml_rows *b);
BML_MUST_USE bml_status bml_rows_scale(bml_rows *y, float alpha, const bml_rows *x); /* alpha X */
/* Y [M,N] := X + b [N], every row */
BML_MUST_USE bml_status bml_rows_add_row(bml_rows *y, const bml_rows *x, const bml_rows *b);
/* Y := X where X > 0 or is NaN, else 0 */
BML_MUST_USE bml_status bml_rows_relu(bml_rows *y, const bml_rows *x);
/* dX := dY where Y > 0 or is NaN, else 0; Y is relu's output or its input. */
BML_MUST_USE bml_status bml_rows_relu_bwd(bml_rows *dx, const bml_rows *dy, const bml_rows *y);
/* Y := W - lr dW. Distance <= 3 u (|W| + |lr dW|). */
BML_MUST_USE bml_status bml_rows_sgd(bml_rows *y, const bml_rows *w, float lr, const bml_rows *dw);
/* Y := X / 2 (1 + tanh(sqrt(2 / pi) (X + 0.044715 X^3))), in f64, rounded once: the GELU of GPT-2
 * (https://arxiv.org/abs/1606.08415, section 2). Distance <= 2^-21 |X|. */
BML_MUST_USE bml_status bml_rows_gelu(bml_rows *y, const bml_rows *x);

/* Writes row i of Y [M,N] from row i of X [M,K]. */
typedef void (*bml_row_map)(void *context, size_t i, float *y, const float *x);
/* Row i of Y [M,cols] := row(context, i, of X); from the first to the last, on this thread;
 * where Y has no columns not for every i. */
BML_MUST_USE bml_status bml_rows_map(bml_rows *y, size_t cols, const bml_rows *x, bml_row_map row,
                                     void *context);

#define BML_RULE_SAMES_(y, a, b) BML_ALL_(BML_RULE_SAME_(y, a), BML_RULE_SAME_(y, b))
#define bml_list_add(y, a, b) \
    (BML_RULE_SAMES_(y, a, b), bml_rows_add(&(y)->raw, &(a)->raw, &(b)->raw))
#define bml_list_sub(y, a, b) \
    (BML_RULE_SAMES_(y, a, b), bml_rows_sub(&(y)->raw, &(a)->raw, &(b)->raw))
#define bml_list_mul(y, a, b) \
    (BML_RULE_SAMES_(y, a, b), bml_rows_mul(&(y)->raw, &(a)->raw, &(b)->raw))
#define bml_list_scale(y, alpha, x) \
    (BML_RULE_SAME_(y, x), bml_rows_scale(&(y)->raw, alpha, &(x)->raw))
#define bml_list_add_row(y, x, b) \
    (BML_RULE_SAME_(y, x), BML_RULE_ROW_(y, b), bml_rows_add_row(&(y)->raw, &(x)->raw, &(b)->raw))
#define bml_list_relu(y, x) (BML_RULE_SAME_(y, x), bml_rows_relu(&(y)->raw, &(x)->raw))
#define bml_list_relu_bwd(dx, dy, y) \
    (BML_RULE_SAMES_(dx, dy, y), bml_rows_relu_bwd(&(dx)->raw, &(dy)->raw, &(y)->raw))
#define bml_list_sgd(y, w, lr, dw) \
    (BML_RULE_SAMES_(y, w, dw), bml_rows_sgd(&(y)->raw, &(w)->raw, lr, &(dw)->raw))
#define bml_list_gelu(y, x) (BML_RULE_SAME_(y, x), bml_rows_gelu(&(y)->raw, &(x)->raw))
#define bml_list_map_rows(y, n, x, function, context) \
    (BML_SAME_DIM_((y)->row, (x)->row), BML_SAME_DIM_((y)->col, BML_WITNESS_(n)), \
     bml_rows_map(&(y)->raw, (n).value, &(x)->raw, function, context))

/* ---- Products: each element is a sum over k in order, in f64, rounded once. Distance <= (2 K + 1)
 * u sum |x w|. What bml_gemm's alpha and beta do is bml_list_scale and bml_list_add. ---- */

/* Y [M,N] := X [M,K] W [K,N];   X [M,K] W' with W [N,K];   X' W with X [K,M], W [K,N]. */
BML_MUST_USE bml_status bml_rows_matmul(bml_rows *y, const bml_rows *x, const bml_rows *w);
BML_MUST_USE bml_status bml_rows_matmul_nt(bml_rows *y, const bml_rows *x, const bml_rows *w);
BML_MUST_USE bml_status bml_rows_matmul_tn(bml_rows *y, const bml_rows *x, const bml_rows *w);
/* y [M] := W [M,K] x [K] */
BML_MUST_USE bml_status bml_rows_matvec(bml_rows *y, const bml_rows *w, const bml_rows *x);

#define bml_list_matmul(y, x, w) \
    (BML_RULE_MATMUL_(y, x, w), bml_rows_matmul(&(y)->raw, &(x)->raw, &(w)->raw))
#define bml_list_matmul_nt(y, x, w) \
    (BML_RULE_MATMUL_NT_(y, x, w), bml_rows_matmul_nt(&(y)->raw, &(x)->raw, &(w)->raw))
#define bml_list_matmul_tn(y, x, w) \
    (BML_RULE_MATMUL_TN_(y, x, w), bml_rows_matmul_tn(&(y)->raw, &(x)->raw, &(w)->raw))
#define bml_list_matvec(y, w, x) \
    (BML_RULE_MATVEC_(y, w, x), bml_rows_matvec(&(y)->raw, &(w)->raw, &(x)->raw))

/* ---- Sums and scores ---- */

/* y [N] := the sum over rows of X [M,N], in f64, rounded once. Distance <= 2 M u sum |x|. */
BML_MUST_USE bml_status bml_rows_col_sums(bml_rows *y, const bml_rows *x);
/* Row by row, Y := exp(X) / sum exp(X), the row's maximum taken off first; in f64, rounded once.
 * Distance <= (N + 8) 2^-22 Y. */
BML_MUST_USE bml_status bml_rows_softmax(bml_rows *y, const bml_rows *x);
/* Row by row, Y := (X - mean) / sqrt(variance + epsilon) * gain [N] + bias [N], the variance being
 * the mean square of X - mean; in f64, rounded once (https://arxiv.org/abs/1607.06450). Distance <=
 * (N + 8) 2^-23 (|Y| + |bias| + |gain| max |X| / sqrt(variance + epsilon)). */
BML_MUST_USE bml_status bml_rows_layernorm(bml_rows *y, const bml_rows *x, const bml_rows *gain,
                                           const bml_rows *bias, float epsilon);
/* For logits X [M,N] and one label a row: *loss := the mean over rows of -log softmax(x)[label]; dX
 * := its gradient, (softmax(x) - onehot(label)) / M, or NULL. M = 0 gives loss NaN. BML_ERROR_RANGE
 * for a label >= N (names row and label). Distance of the loss <= (N + 8) u, of dX <= (N + 16) u /
 * M. */
BML_MUST_USE bml_status bml_rows_softmax_ce(bml_rows *dx, double *loss, const bml_rows *x,
                                            const bml_index_array *labels);
/* argmax[i] := the first column of row i of X with its greatest number (a NaN counts as greatest),
 * 0 if N = 0. The same indices. */
void bml_rows_argmax(bml_index_array *argmax, const bml_rows *x);
/* How many rows of X have their argmax at their label. */
size_t bml_rows_count_correct(const bml_rows *x, const bml_index_array *labels);

#define BML_ROWS_OR_NULL_(y) ((void)sizeof((y)->raw = *(bml_rows *)0), (bml_rows *)(y))
#define bml_list_col_sums(y, x) (BML_RULE_ROW_(x, y), bml_rows_col_sums(&(y)->raw, &(x)->raw))
#define bml_list_softmax(y, x) (BML_RULE_SAME_(y, x), bml_rows_softmax(&(y)->raw, &(x)->raw))
#define bml_list_layernorm(y, x, gain, bias, epsilon) \
    (BML_RULE_SAME_(y, x), BML_RULE_ROW_(y, gain), BML_RULE_ROW_(y, bias), \
     bml_rows_layernorm(&(y)->raw, &(x)->raw, &(gain)->raw, &(bias)->raw, epsilon))
#define bml_list_softmax_ce(dx, loss, x, labels) \
    (BML_RULE_SAME_(dx, x), BML_SAME_DIM_((labels)->col, (x)->row), \
     bml_rows_softmax_ce(BML_ROWS_OR_NULL_(dx), loss, &(x)->raw, &(labels)->raw))
#define bml_list_argmax(argmax, x) \
    (BML_SAME_DIM_((argmax)->col, (x)->row), bml_rows_argmax(&(argmax)->raw, &(x)->raw))
#define bml_list_count_correct(x, labels) \
    (BML_SAME_DIM_((labels)->col, (x)->row), bml_rows_count_correct(&(x)->raw, &(labels)->raw))

#ifdef __cplusplus
}
#endif
#endif
