/* Fast matrices and vectors of f32, with shapes checked while compiling; their files.
 *
 * Every operation has an untyped function, bml_array_*, and a typed macro over it that compares
 * dimensions; the macro's arguments are pointers to handles, the output first. Below, X [M,K] is a
 * matrix of M rows and K columns.
 *
 * For all of them: sizes are checked again while running, and two that differ are a fault (see
 * status.h). A size may be 0. Outputs must not overlap inputs unless it says "in place"; an overlap
 * is a fault. Inputs may be views. Different threads may work on different outputs. NaN and
 * infinities go through as IEEE 754 has them. The results are the same bits at any number of
 * threads, and for a band of rows the same bits as in the whole (but see bml_array_gemm on BLAS).
 *
 * Example (compiled and run as tests/examples/tensor_array.c):
 *   BML_DIM_RT(batch); BML_DIM(in, 3); BML_DIM(out, 2);
 *   BML_SHAPE(batch, in); BML_SHAPE(in, out); BML_SHAPE(batch, out);
 *
 *   bml_dim_batch n;
 *   bml_mat(batch, in) x; bml_mat(in, out) w; bml_mat(batch, out) y;
 *   if (bml_dim_check(&n, 4) || bml_alloc(&x, n, bml_dim(in)) || ...) return bml_error_text();
 *   bml_matmul(&y, &x, &w);
 *   bml_free(&x);
 */
#ifndef BENDML_TENSOR_ARRAY_H
#define BENDML_TENSOR_ARRAY_H

#include <stdbool.h>

#include <bendml/lemmas.h>
#include <bendml/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Making and releasing: the array belongs to the caller, who frees it ---- */
/* *y := zeros [rows,cols]; what *y held is not released. BML_ERROR_MEMORY, BML_ERROR_SIZE. */
BML_MUST_USE bml_status bml_array_alloc(bml_array *y, size_t rows, size_t cols);
/* *y := a copy of x, which may be a view. BML_ERROR_MEMORY. */
BML_MUST_USE bml_status bml_array_clone(bml_array *y, const bml_array *x);
/* Releases what *y owns (a view owns nothing) and clears it; NULL and a cleared array are fine. */
void bml_array_free(bml_array *y);

BML_MUST_USE bml_status bml_index_alloc(bml_index_array *y, size_t count);
void bml_index_free(bml_index_array *y);

#define bml_alloc(m, rows_, cols_) \
    (BML_SAME_DIM_((m)->row, BML_WITNESS_(rows_)), BML_SAME_DIM_((m)->col, BML_WITNESS_(cols_)), \
     bml_array_alloc(&(m)->raw, (rows_).value, (cols_).value))
#define bml_alloc_vec(v, count_) \
    (BML_RULE_VECTOR_(v), BML_SAME_DIM_((v)->col, BML_WITNESS_(count_)), \
     bml_array_alloc(&(v)->raw, 1, (count_).value))
#define bml_alloc_ids(v, count_) \
    (BML_SAME_DIM_((v)->col, BML_WITNESS_(count_)), bml_index_alloc(&(v)->raw, (count_).value))
#define bml_clone(y, x) (BML_RULE_SAME_(y, x), bml_array_clone(&(y)->raw, &(x)->raw))
#define bml_free(m) bml_array_free(&(m)->raw)
#define bml_free_ids(v) bml_index_free(&(v)->raw)

/* ---- Moving numbers in and out ---- */

void bml_array_fill(bml_array *y, float value);        /* Y := value */
void bml_array_copy(bml_array *y, const bml_array *x); /* Y := X, of one shape */

/* Y [M,N] := values, row after row; X to values. BML_ERROR_SIZE if count is not M * N. */
BML_MUST_USE bml_status bml_array_from_list(bml_array *y, const float *values, size_t count);
BML_MUST_USE bml_status bml_array_to_list(float *values, size_t count, const bml_array *x);
/* Row i of Y := values [N]; of X to values. BML_ERROR_RANGE if i >= M, BML_ERROR_SIZE if count is
 * not N. */
BML_MUST_USE bml_status bml_array_write_row(bml_array *y, size_t i, const float *values,
                                            size_t count);
BML_MUST_USE bml_status bml_array_read_row(float *values, size_t count, const bml_array *x,
                                           size_t i);
/* y [N] := values, each below `limit`. BML_ERROR_SIZE, BML_ERROR_RANGE (names the first that is
 * not). */
BML_MUST_USE bml_status bml_index_from_list(bml_index_array *y, const uint32_t *values,
                                            size_t count, uint32_t limit);
/* Y [M,N] := bytes / divisor, each quotient correctly rounded, as pixels are read. BML_ERROR_SIZE
 * if count is not M * N. */
BML_MUST_USE bml_status bml_array_from_bytes(bml_array *y, const uint8_t *bytes, size_t count,
                                             float divisor);

#define bml_fill(y, value) bml_array_fill(&(y)->raw, value)
#define bml_copy(y, x) (BML_RULE_SAME_(y, x), bml_array_copy(&(y)->raw, &(x)->raw))
#define bml_from_list(y, values, count) bml_array_from_list(&(y)->raw, values, count)
#define bml_to_list(values, count, x) bml_array_to_list(values, count, &(x)->raw)
#define bml_write_row(y, i, values, count) bml_array_write_row(&(y)->raw, i, values, count)
#define bml_read_row(values, count, x, i) bml_array_read_row(values, count, &(x)->raw, i)
#define bml_ids_from_list(y, values, count, limit) \
    bml_index_from_list(&(y)->raw, values, count, limit)
#define bml_from_bytes(y, bytes, count, divisor) \
    bml_array_from_bytes(&(y)->raw, bytes, count, divisor)

/* ---- Views: no copy, valid as long as what they look into; a view of something const must not be
 * written to ---- */

/* Rows of band i of `count`: M / count rows, the first M % count bands one more. i < count, or a
 * fault. */
void bml_array_band(bml_array *view, const bml_array *m, size_t i, size_t count);
/* The same of a vector's numbers. */
void bml_array_band_vec(bml_array *view, const bml_array *v, size_t i, size_t count);
/* The same of indices. */
void bml_index_band(bml_index_array *view, const bml_index_array *v, size_t i, size_t count);
/* Columns first .. first + width. first + width <= N, or a fault. */
void bml_array_columns(bml_array *view, const bml_array *m, size_t first, size_t width);

#define bml_band(view, m, i, count) \
    (BML_RULE_BAND_((view)->row, (m)->row), BML_SAME_DIM_((view)->col, (m)->col), \
     bml_array_band(&(view)->raw, &(m)->raw, i, count))
#define bml_band_vec(view, v, i, count) \
    (BML_RULE_VECTOR_(v), BML_RULE_BAND_((view)->col, (v)->col), \
     bml_array_band_vec(&(view)->raw, &(v)->raw, i, count))
#define bml_band_ids(view, v, i, count) \
    (BML_RULE_BAND_((view)->col, (v)->col), bml_index_band(&(view)->raw, &(v)->raw, i, count))
#define bml_columns(view, m, first, width) \
    (BML_RULE_COLUMNS_(view, m, width), \
     bml_array_columns(&(view)->raw, &(m)->raw, first, (width).value))

/* ---- Products ---- */

typedef enum bml_transpose { BML_NO_TRANSPOSE, BML_TRANSPOSE } bml_transpose;

/* C [M,N] := alpha * op(A) [M,K] * op(B) [K,N] + beta * C, op(X) = X or X'. beta = 0 does not read
 * C; K = 0 leaves beta * C. Each element is a sum over k in order, in blocks of 256; |error| <= K u
 * sum |a b| with u = 2^-23. BENDML_BLAS=on sends it to OpenBLAS, one thread to a band; then equal
 * bits are only as good as OpenBLAS's. */
void bml_array_gemm(bml_array *c, float alpha, bml_transpose op_a, const bml_array *a,
                    bml_transpose op_b, const bml_array *b, float beta);
/* The same by three plain loops, for tests. */
void bml_array_gemm_reference(bml_array *c, float alpha, bml_transpose op_a, const bml_array *a,
                              bml_transpose op_b, const bml_array *b, float beta);
/* y [M] := W [M,K] x [K]. Each y is a sum in an order that depends on K only. */
void bml_array_matvec(bml_array *y, const bml_array *w, const bml_array *x);

/* Y [M,N] := X [M,K] W [K,N];   X [M,K] W' with W [N,K];   X' W with X [K,M], W [K,N]. */
#define bml_matmul(y, x, w) bml_gemm(y, 1, x, w, 0)
#define bml_matmul_nt(y, x, w) bml_gemm_nt(y, 1, x, w, 0)
#define bml_matmul_tn(y, x, w) bml_gemm_tn(y, 1, x, w, 0)
/* Y := alpha X W + beta Y, and so on. */
#define bml_gemm(y, alpha, x, w, beta) \
    (BML_RULE_MATMUL_(y, x, w), bml_array_gemm(&(y)->raw, alpha, BML_NO_TRANSPOSE, &(x)->raw, \
                                               BML_NO_TRANSPOSE, &(w)->raw, beta))
#define bml_gemm_nt(y, alpha, x, w, beta) \
    (BML_RULE_MATMUL_NT_(y, x, w), bml_array_gemm(&(y)->raw, alpha, BML_NO_TRANSPOSE, &(x)->raw, \
                                                  BML_TRANSPOSE, &(w)->raw, beta))
#define bml_gemm_tn(y, alpha, x, w, beta) \
    (BML_RULE_MATMUL_TN_(y, x, w), bml_array_gemm(&(y)->raw, alpha, BML_TRANSPOSE, &(x)->raw, \
                                                  BML_NO_TRANSPOSE, &(w)->raw, beta))
#define bml_matvec(y, w, x) \
    (BML_RULE_MATVEC_(y, w, x), bml_array_matvec(&(y)->raw, &(w)->raw, &(x)->raw))

/* ---- Weights: matrices W [K,N] that are only read, in f32 or in a packed form ----
 *
 * f32   4 bytes a weight, used where they lie: a mapped file is neither copied nor packed.
 * bf16  2 bytes: the nearest bf16, ties to even.
 * q8    1.0625 bytes: blocks of 32 along K of a column share a scale d, a bf16, and each number is
 *       d q, q in -127..127. |error| <= max |block| / 252.
 * q4    0.5625 bytes: the same with q in -8..7 and the d, out of seven for the block, that has the
 *       least square error. |error| <= max |block| / 5.
 * In q8 and q4 a block with nothing over 2^-100 is zero, one with a NaN or an infinity is NaN.
 *
 * The packed form is the same bytes on every little-endian machine, whatever its instruction set:
 * N is padded to a multiple of 16 and K to one of 64, with zeros; then panels of 16 columns, in
 * each units of 64 k:
 *   bf16  for each of 32 pairs of k: 16 columns x 2 k
 *   q8    16 scales of the first 32 k, 16 of the next; 16 groups of 4 k: 16 columns x 4 bytes, the
 *         byte being q + 128 (0 is never made; what it counts as is not said)
 *   q4    the scales; for each 32 k 4 groups, of which group g is 16 columns x 4 bytes, a byte
 *         having q + 8 of k = 4 g + i in its low half, of k = 16 + 4 g + i in its high half
 */

const char *bml_format_name(bml_format format); /* "f32", "bf16", "q8", "q4"; else "unknown" */

/* *w := a view of op(X), X being [K,N], or with BML_TRANSPOSE [N,K]. No copy; cannot fail. */
void bml_weight_array_view(bml_weight_array *w, bml_transpose op, const bml_array *x);
/* *w := op(X), packed (f32: copied), owned by the caller; what *w held before is not released.
 * BML_ERROR_MEMORY, BML_ERROR_SIZE, BML_ERROR_UNSUPPORTED (no such format). */
BML_MUST_USE bml_status bml_weight_array_pack(bml_weight_array *w, bml_format format,
                                              bml_transpose op, const bml_array *x);
/* Releases what *w owns (a view owns nothing) and clears it; NULL and a cleared weight are fine. */
void bml_weight_array_free(bml_weight_array *w);

/* *bytes := the size of W [K,N] packed: of what lies at `data` of a packed weight, to be written to
 * a file; f32 is K rows of N. BML_ERROR_SIZE, BML_ERROR_UNSUPPORTED. */
BML_MUST_USE bml_status bml_weight_array_bytes(size_t *bytes, bml_format format, size_t k,
                                               size_t n);
/* *w := a view of such bytes, as of a mapped file; any alignment (f32: 4), a multiple of 64 is
 * fastest. BML_ERROR_SIZE if `size` is not what it must be, BML_ERROR_UNSUPPORTED. No pattern of
 * bytes makes a product read elsewhere. */
BML_MUST_USE bml_status bml_weight_array_from_bytes(bml_weight_array *w, bml_format format,
                                                    size_t k, size_t n, const void *bytes,
                                                    size_t size);

/* Y [M,N] := X [M,K] W [K,N]. A row of Y is the same bits whatever M is and however many threads
 * there are. With f32 it is bml_matmul's sum. With bf16 the numbers of X are rounded to bf16 and
 * the sum is in f32; where the machine multiplies bf16 itself (AVX512_BF16) two products are added
 * at a time and what is below 2^-126 is 0. With q8 and q4 each 32 numbers of a row of X become
 * multiples -127..127 of max |x| / 127, the sum over a block is exact, and the blocks are added in
 * f32; a NaN or an infinity in them makes the row NaN, what is below 2^-100 is 0.
 * |error| <= (K + 8) 2^-23 sum |x w|, and for the rounding of X at most 2^-8 sum |x w| with bf16,
 * max |x| / 254 sum |w| over each block with q8 and q4. Between instruction sets the results may
 * differ in the rounding of f32 sums, no more. Nothing is allocated. */
void bml_array_matmul_weight(bml_array *y, const bml_array *x, const bml_weight_array *w);
/* The same of X as it is and what W stands for, by plain loops in f64, for tests. */
void bml_array_matmul_weight_reference(bml_array *y, const bml_array *x, const bml_weight_array *w);
/* v [K] := column n of W. BML_ERROR_RANGE if n >= N, nothing written. */
BML_MUST_USE bml_status bml_weight_array_column(bml_array *v, const bml_weight_array *w, size_t n);

#define bml_weight_view(w, x) \
    (BML_RULE_SAME_(w, x), bml_weight_array_view(&(w)->raw, BML_NO_TRANSPOSE, &(x)->raw))
#define bml_weight_view_nt(w, x) \
    (BML_RULE_TRANSPOSE_(w, x), bml_weight_array_view(&(w)->raw, BML_TRANSPOSE, &(x)->raw))
#define bml_weight_pack(w, format, x) \
    (BML_RULE_SAME_(w, x), bml_weight_array_pack(&(w)->raw, format, BML_NO_TRANSPOSE, &(x)->raw))
#define bml_weight_pack_nt(w, format, x) \
    (BML_RULE_TRANSPOSE_(w, x), bml_weight_array_pack(&(w)->raw, format, BML_TRANSPOSE, &(x)->raw))
#define bml_weight_free(w) bml_weight_array_free(&(w)->raw)
#define bml_weight_from_bytes(w, format, k, n, bytes, size) \
    (BML_SAME_DIM_((w)->row, BML_WITNESS_(k)), BML_SAME_DIM_((w)->col, BML_WITNESS_(n)), \
     bml_weight_array_from_bytes(&(w)->raw, format, (k).value, (n).value, bytes, size))
#define bml_matmul_weight(y, x, w) \
    (BML_RULE_MATMUL_(y, x, w), bml_array_matmul_weight(&(y)->raw, &(x)->raw, &(w)->raw))
#define bml_weight_column(v, w, n) \
    (BML_RULE_VECTOR_(v), BML_SAME_DIM_((v)->col, (w)->row), \
     bml_weight_array_column(&(v)->raw, &(w)->raw, n))

/* ---- Element by element; all of these work in place ---- */

void bml_array_add(bml_array *y, const bml_array *a, const bml_array *b); /* Y := A + B */
void bml_array_sub(bml_array *y, const bml_array *a, const bml_array *b); /* Y := A - B */
/* Y [i,j] := A [i,j] B [i,j] */
void bml_array_mul(bml_array *y, const bml_array *a, const bml_array *b);
void bml_array_scale(bml_array *y, float alpha, const bml_array *x); /* Y := alpha X */
/* Y [M,N] := X + b [N], every row */
void bml_array_add_row(bml_array *y, const bml_array *x, const bml_array *b);
void bml_array_relu(bml_array *y, const bml_array *x); /* Y := X where X > 0 or is NaN, else 0 */
/* dX := dY where Y > 0 or is NaN, else 0; Y is relu's output or its input. */
void bml_array_relu_bwd(bml_array *dx, const bml_array *dy, const bml_array *y);
void bml_array_sgd(bml_array *w, float lr, const bml_array *dw); /* W := W - lr dW */
/* Y := X / 2 (1 + tanh(sqrt(2 / pi) (X + 0.044715 X^3))), the GELU of GPT-2
 * (https://arxiv.org/abs/1606.08415, section 2). |error| <= 2^-21 |X|; -infinity gives NaN. */
void bml_array_gelu(bml_array *y, const bml_array *x);

#define bml_sub(y, a, b) \
    (BML_RULE_SAME_(y, a), BML_RULE_SAME_(y, b), bml_array_sub(&(y)->raw, &(a)->raw, &(b)->raw))
#define bml_mul(y, a, b) \
    (BML_RULE_SAME_(y, a), BML_RULE_SAME_(y, b), bml_array_mul(&(y)->raw, &(a)->raw, &(b)->raw))
#define bml_gelu(y, x) (BML_RULE_SAME_(y, x), bml_array_gelu(&(y)->raw, &(x)->raw))
#define bml_add(y, a, b) \
    (BML_RULE_SAME_(y, a), BML_RULE_SAME_(y, b), bml_array_add(&(y)->raw, &(a)->raw, &(b)->raw))
#define bml_scale(y, alpha, x) (BML_RULE_SAME_(y, x), bml_array_scale(&(y)->raw, alpha, &(x)->raw))
#define bml_add_row(y, x, b) \
    (BML_RULE_SAME_(y, x), BML_RULE_ROW_(y, b), bml_array_add_row(&(y)->raw, &(x)->raw, &(b)->raw))
#define bml_relu(y, x) (BML_RULE_SAME_(y, x), bml_array_relu(&(y)->raw, &(x)->raw))
#define bml_relu_bwd(dx, dy, y) \
    (BML_RULE_SAME_(dx, dy), BML_RULE_SAME_(dx, y), \
     bml_array_relu_bwd(&(dx)->raw, &(dy)->raw, &(y)->raw))
#define bml_sgd(w, lr, dw) (BML_RULE_SAME_(w, dw), bml_array_sgd(&(w)->raw, lr, &(dw)->raw))

/* ---- Sums and scores ---- */

/* y [N] := alpha * the sum over rows of X [M,N], in the order of the rows, + beta * y; beta = 0
 * does not read y. */
void bml_array_col_sums(bml_array *y, float alpha, const bml_array *x, float beta);

/* Row by row, Y := exp(X) / sum exp(X), in place or apart; the row's maximum is taken off first.
 * Relative error <= (N + 8) 2^-22; what is below 2^-126 may be 0. A row of -infinity, or with a NaN
 * or +infinity, gives NaN. */
void bml_array_softmax(bml_array *y, const bml_array *x);
/* Row by row, Y := (X - mean) / sqrt(variance + epsilon) * gain [N] + bias [N], in place or apart,
 * the variance being the mean square of X - mean (https://arxiv.org/abs/1607.06450). |error| <= (N
 * + 8) 2^-23 (|Y| + |bias| + |gain| max |X| / sqrt(variance + epsilon)). */
void bml_array_layernorm(bml_array *y, const bml_array *x, const bml_array *gain,
                         const bml_array *bias, float epsilon);

/* For logits X [M,N] and one label a row: *loss := the mean over rows of -log softmax(x)[label], in
 * f64; dX := its gradient, (softmax(x) - onehot(label)) / M, in place, or NULL (in the typed form a
 * null handle). Stable: the row's maximum is taken off first. Relative error of an exponential <=
 * 2^-22. M = 0 gives loss NaN, as a mean of nothing. BML_ERROR_RANGE for a label >= N (names row
 * and label), nothing written. */
BML_MUST_USE bml_status bml_array_softmax_ce(bml_array *dx, double *loss, const bml_array *x,
                                             const bml_index_array *labels);
/* argmax[i] := the first column of row i of X with its greatest number (a NaN counts as greatest),
 * 0 if N = 0. */
void bml_array_argmax(bml_index_array *argmax, const bml_array *x);
/* How many rows of X have their argmax at their label. */
size_t bml_array_count_correct(const bml_array *x, const bml_index_array *labels);

#define bml_col_sums(y, x) (BML_RULE_ROW_(x, y), bml_array_col_sums(&(y)->raw, 1, &(x)->raw, 0))
#define bml_softmax(y, x) (BML_RULE_SAME_(y, x), bml_array_softmax(&(y)->raw, &(x)->raw))
#define bml_layernorm(y, x, gain, bias, epsilon) \
    (BML_RULE_SAME_(y, x), BML_RULE_ROW_(x, gain), BML_RULE_ROW_(x, bias), \
     bml_array_layernorm(&(y)->raw, &(x)->raw, &(gain)->raw, &(bias)->raw, epsilon))
#define bml_softmax_ce(dx, loss, x, labels) \
    (BML_RULE_SAME_(dx, x), BML_SAME_DIM_((labels)->col, (x)->row), \
     bml_array_softmax_ce(BML_RAW_OR_NULL_(dx), loss, &(x)->raw, &(labels)->raw))
#define bml_argmax(argmax, x) \
    (BML_SAME_DIM_((argmax)->col, (x)->row), bml_array_argmax(&(argmax)->raw, &(x)->raw))
#define bml_count_correct(x, labels) \
    (BML_SAME_DIM_((labels)->col, (x)->row), bml_array_count_correct(&(x)->raw, &(labels)->raw))

/* ---- Moving elements ---- */

void bml_array_transpose(bml_array *y, const bml_array *x); /* Y [N,M] := X' of X [M,N] */
/* Y [P,Q] := the elements of X [M,N] in order, row after row. P * Q = M * N, or a fault. */
void bml_array_reshape(bml_array *y, const bml_array *x);
/* The same where the equality is known only while running: the witness must say elements of X =
 * elements of Y, or it is a fault that names them. */
void bml_array_reshape_by(bml_array *y, const bml_array *x, bml_eq same);
/* Y [M+P,N] := the rows of A [M,N], then those of B [P,N]. */
void bml_array_append_rows(bml_array *y, const bml_array *a, const bml_array *b);

#define bml_transpose(y, x) (BML_RULE_TRANSPOSE_(y, x), bml_array_transpose(&(y)->raw, &(x)->raw))
#define bml_reshape(y, x) (BML_RULE_RESHAPE_(y, x), bml_array_reshape(&(y)->raw, &(x)->raw))
#define bml_reshape_by(y, x, same) bml_array_reshape_by(&(y)->raw, &(x)->raw, same)
#define bml_flatten(v, x) (BML_RULE_VECTOR_(v), bml_reshape(v, x))
#define bml_append_rows(y, a, b) \
    (BML_RULE_APPEND_(y, a, b), bml_array_append_rows(&(y)->raw, &(a)->raw, &(b)->raw))

/* ---- Safetensors files (the format: README of https://github.com/huggingface/safetensors) ---- */

/* clang-format off */
typedef enum bml_dtype {
    BML_DTYPE_F32, BML_DTYPE_F16, BML_DTYPE_BF16, BML_DTYPE_F64,
    BML_DTYPE_I64, BML_DTYPE_I32, BML_DTYPE_I16, BML_DTYPE_I8,
    BML_DTYPE_U64, BML_DTYPE_U32, BML_DTYPE_U16, BML_DTYPE_U8,
    BML_DTYPE_BOOL, BML_DTYPE_COUNT
} bml_dtype;
/* clang-format on */

const char *bml_dtype_name(bml_dtype dtype); /* "F32", ... */

enum { BML_TENSOR_MAX_RANK = 8 };

/* One tensor of an open file. `data` is little-endian, as it lies in the file: not aligned to its
 * type. */
typedef struct bml_tensor_info {
    const char *name;
    bml_dtype dtype;
    size_t rank, shape[BML_TENSOR_MAX_RANK];
    const void *data;
    size_t bytes;
    size_t file_offset;
} bml_tensor_info;

typedef struct bml_safetensors bml_safetensors;

/* Maps the file and checks all of its header: sizes, offsets, duplicate names, overlaps, holes. The
 * tensors' bytes are read only when used. BML_ERROR_IO, _FORMAT, _UNSUPPORTED (a dtype that is not
 * above, a rank over 8, a field beside dtype, shape and data_offsets), _MEMORY, _SIZE (over what
 * can be mapped). A handle is read-only and may be used by several threads; the infos and names it
 * lends live as long as it does. Another process that cuts the file short meanwhile: SIGBUS. */
BML_MUST_USE bml_status bml_safetensors_open(bml_safetensors **out, const char *path);
void bml_safetensors_free(bml_safetensors *file);
size_t bml_safetensors_count(const bml_safetensors *file);
/* In the order of their data; NULL if i >= count; NULL if no tensor has that name. */
const bml_tensor_info *bml_safetensors_at(const bml_safetensors *file, size_t i);
const bml_tensor_info *bml_safetensors_find(const bml_safetensors *file, const char *name);
/* The value of `key` in __metadata__, or NULL. */
const char *bml_safetensors_metadata(const bml_safetensors *file, const char *key);

/* Y := the tensor `name`, of F32, F16 or BF16 (widened exactly). Its shape must be [M,N] for rank
 * 2, [N] for rank 1 with Y [1,N]. BML_ERROR_NOT_FOUND, BML_ERROR_SIZE, BML_ERROR_UNSUPPORTED name
 * the tensor, found and expected. */
BML_MUST_USE bml_status bml_safetensors_read(bml_array *y, size_t rank, const bml_safetensors *file,
                                             const char *name);

/* An array to be written under a name as F32, F16 or BF16 (rounded to nearest, ties to even). */
typedef struct bml_tensor_source {
    const char *name;
    const bml_array *array;
    size_t rank; /* 2, or 1 for one row */
    bml_dtype dtype;
} bml_tensor_source;

/* Writes a file with these tensors in this order, and __metadata__ from `metadata`, pairs of key
 * and value ended by NULL, or NULL. Goes to a temporary file beside `path`, which takes its name
 * and the old file's mode when it is complete and on the disk: on error there is the old file or
 * none (but where the folder itself cannot be synchronized there is the new one, and the text says
 * "complete"). A symbolic link stays, the file that it leads to is replaced. Padded so that the
 * data starts at a multiple of 8; a tensor after 16-bit ones of odd count is not aligned.
 * BML_ERROR_IO, _MEMORY, _FORMAT (a name or key twice or not UTF-8, "__metadata__", a key without
 * value), _SIZE (over what a file or header holds, rank 1 with rows), _UNSUPPORTED (another dtype
 * or rank, a directory, device or pipe at `path`). */
BML_MUST_USE bml_status bml_safetensors_write(const char *path, const bml_tensor_source *tensors,
                                              size_t count, const char *const *metadata);

#define BML_RANK_(m) _Generic((m)->row, bml_dim_vector_ * : 1, default : 2)
#define bml_load(y, file, name) bml_safetensors_read(&(y)->raw, BML_RANK_(y), file, name)
#define BML_TENSOR(name, m) ((bml_tensor_source){name, &(m)->raw, BML_RANK_(m), BML_DTYPE_F32})

/* ---- This build, on this machine ---- */

/* "bendml 0.1.0; kernels: avx2; products: own; BLAS: OpenBLAS 0.3.21 Zen (pthread); threads: 2".
 * Owned by the library, valid until this thread's next call. */
const char *bml_build_info(void);

#ifdef __cplusplus
}
#endif
#endif
