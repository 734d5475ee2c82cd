/* Every macro evaluates each of its arguments exactly once. The functions underneath do nothing
 * here: this program has its own, and is not linked with the library. */
#include <stdio.h>

#include <bendml/autodiff.h>

BML_DIM_RT(batch);
BML_DIM_RT(seq);
BML_DIM(in, 784);
BML_DIM(out, 10);
BML_DIM_TIMES(twice, batch, 2);
BML_DIM_PRODUCT(tokens, batch, seq);
BML_DIM_SUM(all, batch, seq);
BML_SHAPE(batch, in);
BML_SHAPE(seq, in);
BML_SHAPE(all, in);
BML_SHAPE(in, batch);
BML_SHAPE(in, out);
BML_SHAPE(out, in);
BML_SHAPE(batch, out);
BML_VECTOR(in);
BML_VECTOR(out);
BML_VECTOR(batch);

#define STUB(name, ...) \
    void bml_array_##name(__VA_ARGS__) {}
#define STATUS_STUB(name, ...) \
    bml_status bml_##name(__VA_ARGS__) { \
        return BML_OK; \
    }
#define Y bml_array *y
#define A const bml_array *a
#define B const bml_array *b
#define W const bml_weight_array *w

/* clang-format off */
#pragma GCC diagnostic ignored "-Wunused-parameter"
STUB(free, Y) STUB(fill, Y, float v) STUB(copy, Y, A) STUB(add, Y, A, B) STUB(scale, Y, float v, A)
STUB(add_row, Y, A, B) STUB(relu, Y, A) STUB(relu_bwd, Y, A, B) STUB(sgd, Y, float v, A)
STUB(transpose, Y, A) STUB(reshape, Y, A) STUB(append_rows, Y, A, B) STUB(matvec, Y, A, B)
STUB(gemm, Y, float v, bml_transpose t, A, bml_transpose u, B, float w)
STUB(col_sums, Y, float v, A, float w) STUB(columns, Y, A, size_t first, size_t width)
STUB(band, Y, A, size_t i, size_t n) STUB(band_vec, Y, A, size_t i, size_t n)
STUB(argmax, bml_index_array *y, A) STUB(linear, Y, A, B, const bml_array *c)
STUB(linear_bwd, Y, bml_array *z, bml_array *w, A, B, const bml_array *c)
STUB(sub, Y, A, B) STUB(mul, Y, A, B) STUB(gelu, Y, A) STUB(softmax, Y, A)
STUB(layernorm, Y, A, B, const bml_array *c, float e)
STUB(linear_bwd_input, Y, A, B) STUB(linear_sgd, Y, bml_array *z, float v, A, B)
STATUS_STUB(array_alloc, Y, size_t m, size_t n) STATUS_STUB(array_clone, Y, A)
STATUS_STUB(index_alloc, bml_index_array *y, size_t n)
STATUS_STUB(array_softmax_ce, Y, double *loss, A, const bml_index_array *labels)
STUB(matmul_weight, Y, A, W) STATUS_STUB(weight_array_column, Y, W, size_t n)
STATUS_STUB(weight_array_pack, bml_weight_array *w, bml_format format, bml_transpose t, A)
STATUS_STUB(weight_array_from_bytes, bml_weight_array *w, bml_format format, size_t m, size_t n,
            const void *bytes, size_t size)
void bml_weight_array_view(bml_weight_array *w, bml_transpose t, A) {}
void bml_weight_array_free(bml_weight_array *w) {}
STATUS_STUB(size_check_, size_t *d, size_t n, size_t k, const char *name)
STATUS_STUB(size_times_, size_t *d, size_t m, size_t n, const char *name)
STATUS_STUB(size_plus_, size_t *d, size_t m, size_t n, const char *name)
void bml_index_free(bml_index_array *y) {}
size_t bml_array_count_correct(A, const bml_index_array *labels) { return 0; }
/* clang-format on */

static int evaluated, failed;

static void count(void) {
    evaluated++;
}

#define ONCE(argument) (count(), (argument))
#define EXPECT(arguments, call) \
    do { \
        evaluated = 0; \
        call; \
        expect(#call, arguments); \
    } while (0)
#define EXPECT_STATUS(arguments, call) \
    do { \
        evaluated = 0; \
        failed |= (call) != BML_OK; \
        expect(#call, arguments); \
    } while (0)

static void expect(const char *call, int arguments) {
    if (evaluated == arguments)
        return;
    failed = 1;
    printf("%s: %d evaluations of %d arguments\n", call, evaluated, arguments);
}

static bml_mat(batch, in) x, dx;
static bml_mat_band(batch, in) x_band;
static bml_mat(seq, in) more;
static bml_mat(all, in) both;
static bml_mat(in, batch) x_transposed;
static bml_mat(in, out) w, dw;
static bml_mat(batch, out) y, dy;
static bml_vec(in) v;
static bml_vec(out) b, db;
static bml_vec_band(out) b_band;
static bml_ids(batch) labels;
static bml_dim_batch rows;
static bml_dim_seq seq;
static double loss;

static void products(void) {
    EXPECT(3, bml_matmul(ONCE(&y), ONCE(&x), ONCE(&w)));
    EXPECT(3, bml_matmul_nt(ONCE(&dx), ONCE(&dy), ONCE(&w)));
    EXPECT(3, bml_matmul_tn(ONCE(&dw), ONCE(&x), ONCE(&dy)));
    EXPECT(5, bml_gemm(ONCE(&y), ONCE(2), ONCE(&x), ONCE(&w), ONCE(1)));
    EXPECT(5, bml_gemm_nt(ONCE(&dx), ONCE(2), ONCE(&dy), ONCE(&w), ONCE(1)));
    EXPECT(5, bml_gemm_tn(ONCE(&dw), ONCE(2), ONCE(&x), ONCE(&dy), ONCE(1)));
    EXPECT(3, bml_matvec(ONCE(&v), ONCE(&w), ONCE(&b)));
    EXPECT(4, bml_linear(ONCE(&y), ONCE(&x), ONCE(&w), ONCE(&b)));
    EXPECT(6, bml_linear_bwd(ONCE(&dx), ONCE(&dw), ONCE(&db), ONCE(&dy), ONCE(&x), ONCE(&w)));
    EXPECT(3, bml_linear_bwd_input(ONCE(&dx), ONCE(&dy), ONCE(&w)));
    EXPECT(5, bml_linear_sgd(ONCE(&w), ONCE(&b), ONCE(0.1f), ONCE(&dy), ONCE(&x)));
}

static void elements(void) {
    EXPECT(3, bml_add(ONCE(&y), ONCE(&y), ONCE(&dy)));
    EXPECT(3, bml_sub(ONCE(&y), ONCE(&y), ONCE(&dy)));
    EXPECT(3, bml_mul(ONCE(&y), ONCE(&y), ONCE(&dy)));
    EXPECT(2, bml_gelu(ONCE(&y), ONCE(&dy)));
    EXPECT(2, bml_softmax(ONCE(&y), ONCE(&dy)));
    EXPECT(5, bml_layernorm(ONCE(&y), ONCE(&dy), ONCE(&b), ONCE(&b), ONCE(1e-5f)));
    EXPECT(3, bml_scale(ONCE(&y), ONCE(2), ONCE(&dy)));
    EXPECT(3, bml_add_row(ONCE(&y), ONCE(&dy), ONCE(&b)));
    EXPECT(2, bml_relu(ONCE(&y), ONCE(&dy)));
    EXPECT(3, bml_relu_bwd(ONCE(&y), ONCE(&dy), ONCE(&y)));
    EXPECT(3, bml_sgd(ONCE(&w), ONCE(0.1f), ONCE(&dw)));
    EXPECT(2, bml_copy(ONCE(&y), ONCE(&dy)));
    EXPECT(2, bml_fill(ONCE(&y), ONCE(0)));
}

static void weights(void) {
    static bml_mat(out, in) turned;
    static bml_weight(in, out) u;
    EXPECT(2, bml_weight_view(ONCE(&u), ONCE(&w)));
    EXPECT(2, bml_weight_view_nt(ONCE(&u), ONCE(&turned)));
    EXPECT_STATUS(3, bml_weight_pack(ONCE(&u), ONCE(BML_FORMAT_Q8), ONCE(&w)));
    EXPECT_STATUS(3, bml_weight_pack_nt(ONCE(&u), ONCE(BML_FORMAT_Q8), ONCE(&turned)));
    EXPECT_STATUS(6, bml_weight_from_bytes(ONCE(&u), ONCE(BML_FORMAT_Q8), ONCE(bml_dim(in)),
                                           ONCE(bml_dim(out)), ONCE(&loss), ONCE(8)));
    EXPECT(3, bml_matmul_weight(ONCE(&y), ONCE(&x), ONCE(&u)));
    EXPECT_STATUS(3, bml_weight_column(ONCE(&v), ONCE(&u), ONCE(2)));
    EXPECT(1, bml_weight_free(ONCE(&u)));
}

static void scores(void) {
    EXPECT(2, bml_col_sums(ONCE(&b), ONCE(&y)));
    EXPECT_STATUS(4, bml_softmax_ce(ONCE(&dy), ONCE(&loss), ONCE(&y), ONCE(&labels)));
    EXPECT_STATUS(4, bml_cross_entropy(ONCE(&dy), ONCE(&loss), ONCE(&y), ONCE(&labels)));
    EXPECT(2, bml_argmax(ONCE(&labels), ONCE(&y)));
    EXPECT(2, (void)bml_count_correct(ONCE(&y), ONCE(&labels)));
}

static void moves(void) {
    EXPECT(2, bml_transpose(ONCE(&x_transposed), ONCE(&x)));
    EXPECT(2, bml_reshape(ONCE(&x_transposed), ONCE(&x)));
    EXPECT(2, bml_flatten(ONCE(&v), ONCE(&v)));
    EXPECT(3, bml_append_rows(ONCE(&both), ONCE(&x), ONCE(&more)));
    EXPECT(4, bml_columns(ONCE(&y), ONCE(&x), ONCE(3), ONCE(bml_dim(out))));
    EXPECT(4, bml_band(ONCE(&x_band), ONCE(&x), ONCE(0), ONCE(2)));
    EXPECT(4, bml_band_vec(ONCE(&b_band), ONCE(&b), ONCE(0), ONCE(2)));
}

static void sizes(void) {
    bml_dim_twice twice;
    bml_dim_tokens tokens;
    bml_dim_all all;
    EXPECT_STATUS(2, bml_dim_check(ONCE(&rows), ONCE(3)));
    EXPECT_STATUS(2, bml_dim_times(ONCE(&twice), ONCE(rows)));
    EXPECT_STATUS(3, bml_dim_product(ONCE(&tokens), ONCE(rows), ONCE(seq)));
    EXPECT_STATUS(3, bml_dim_sum(ONCE(&all), ONCE(rows), ONCE(seq)));
    EXPECT_STATUS(3, bml_alloc(ONCE(&x), ONCE(rows), ONCE(bml_dim(in))));
    EXPECT_STATUS(2, bml_alloc_vec(ONCE(&b), ONCE(bml_dim(out))));
    EXPECT_STATUS(2, bml_alloc_ids(ONCE(&labels), ONCE(rows)));
    EXPECT_STATUS(2, bml_clone(ONCE(&y), ONCE(&dy)));
    EXPECT(1, bml_free(ONCE(&x)));
    EXPECT(1, bml_free_ids(ONCE(&labels)));
}

int main(void) {
    products();
    elements();
    weights();
    scores();
    moves();
    sizes();
    return failed;
}
