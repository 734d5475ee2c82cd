/* The typed macros: each calls its operation, with every argument evaluated once. */
#include "lists.h"

BML_DIM_RT(batch);
BML_DIM_RT(seq);
BML_DIM(in, 3);
BML_DIM(out, 2);
BML_DIM(six, 6);
BML_DIM_TIMES(twice, batch, 2);
BML_DIM_TIMES(all, batch, 6);
BML_DIM_SUM(both, batch, seq);
BML_DIM_SUM(next, batch, vector_);
BML_SHAPE(batch, in);
BML_SHAPE(batch, out);
BML_SHAPE(batch, six);
BML_SHAPE(batch, batch);
BML_SHAPE(six, batch);
BML_SHAPE(seq, in);
BML_SHAPE(in, out);
BML_SHAPE(out, in);
BML_SHAPE(in, batch);
BML_SHAPE(twice, in);
BML_SHAPE(both, in);
BML_SHAPE(next, in);
BML_VECTOR(in);
BML_VECTOR(out);
BML_VECTOR(batch);
BML_VECTOR(all);

static int evaluated;

static void count(void) {
    evaluated++;
}

#define ONCE(argument) (count(), (argument))
#define MAKES(arguments, call, y, rows_, cols_) \
    do { \
        evaluated = 0; \
        bml_status status_ = call; \
        ASSERT_OK(status_); \
        assert_int_equal(evaluated, arguments); \
        assert_true((y).raw.rows == (rows_) && (y).raw.cols == (cols_)); \
    } while (0)

static bml_dim_batch m; /* 4 */
static bml_dim_seq p;   /* 5 */
static bml_list(batch, in) x, z;
static bml_list(seq, in) more;
static bml_list(in, out) w;
static bml_list(batch, out) y;
static bml_list_vec(in) v;
static bml_list_vec(out) b;
static bml_list(batch, six) wide;

static const float numbers[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};

static int make_inputs(void **state) {
    (void)state;
    return bml_dim_check(&m, 4) || bml_dim_check(&p, 5) ||
           bml_list_from_list(&x, m, bml_dim(in), numbers, 12) ||
           bml_list_from_list(&w, bml_dim(in), bml_dim(out), numbers, 6) ||
           bml_list_fill(&more, p, bml_dim(in), 2) ||
           bml_list_fill(&v, bml_dim(vector_), bml_dim(in), 1) ||
           bml_list_fill(&b, bml_dim(vector_), bml_dim(out), 1) ||
           bml_list_zeros(&wide, m, bml_dim(six));
}

static int free_inputs(void **state) {
    (void)state;
    bml_list_free(&x), bml_list_free(&z), bml_list_free(&more), bml_list_free(&w);
    bml_list_free(&y), bml_list_free(&v), bml_list_free(&b), bml_list_free(&wide);
    return 0;
}

static void making(void **state) {
    (void)state;
    const float *const rows[] = {numbers, numbers, numbers, numbers};
    const size_t lengths[] = {3, 3, 3, 3};
    const uint8_t bytes[12] = {0};
    bml_mat(batch, in) array = {.raw = bml_test_random_view(4, 3)};
    MAKES(3, bml_list_zeros(ONCE(&z), ONCE(m), ONCE(bml_dim(in))), z, 4, 3);
    MAKES(4, bml_list_fill(ONCE(&z), ONCE(m), ONCE(bml_dim(in)), ONCE(1)), z, 4, 3);
    MAKES(5, bml_list_from_list(ONCE(&z), ONCE(m), ONCE(bml_dim(in)), ONCE(numbers), ONCE(12)), z,
          4, 3);
    MAKES(5, bml_list_from_rows(ONCE(&z), ONCE(m), bml_dim(in), ONCE(rows), ONCE(lengths), ONCE(4)),
          z, 4, 3);
    MAKES(4, bml_list_from_bytes(ONCE(&z), ONCE(m), bml_dim(in), ONCE(bytes), 12, ONCE(255)), z, 4,
          3);
    MAKES(4, bml_list_write_row(ONCE(&z), ONCE(&x), ONCE(1), ONCE(numbers), 3), z, 4, 3);
    MAKES(2, bml_list_from_array(ONCE(&z), ONCE(&array)), z, 4, 3);
    evaluated = 0;
    bml_list_to_array(ONCE(&array), ONCE(&x));
    bml_list_share(ONCE(&z), ONCE(&x));
    assert_true(evaluated == 4 && bml_list_get_row(&z, 3) == bml_list_get_row(&x, 3));
    assert_true(array.raw.data[array.raw.stride + 2] == 6);
    float out[12], *const outs[] = {out, out + 3, out + 6, out + 9};
    ASSERT_OK(bml_list_to_list(out, 12, &x));
    ASSERT_OK(bml_list_to_rows(outs, lengths, 4, &x));
    ASSERT_OK(bml_list_read_row(out, 3, &x, 3));
    assert_true(out[0] == 10 && out[3] == 4);
    bml_test_release(&array.raw);
}

static void elementwise(void **state) {
    (void)state;
    MAKES(3, bml_list_add(ONCE(&z), ONCE(&x), ONCE(&x)), z, 4, 3);
    MAKES(3, bml_list_sub(ONCE(&z), ONCE(&x), ONCE(&x)), z, 4, 3);
    MAKES(3, bml_list_mul(ONCE(&z), ONCE(&x), ONCE(&x)), z, 4, 3);
    MAKES(3, bml_list_scale(ONCE(&z), ONCE(2), ONCE(&x)), z, 4, 3);
    MAKES(3, bml_list_add_row(ONCE(&z), ONCE(&x), ONCE(&v)), z, 4, 3);
    MAKES(2, bml_list_relu(ONCE(&z), ONCE(&x)), z, 4, 3);
    MAKES(3, bml_list_relu_bwd(ONCE(&z), ONCE(&x), ONCE(&x)), z, 4, 3);
    MAKES(4, bml_list_sgd(ONCE(&z), ONCE(&x), ONCE(0.1f), ONCE(&x)), z, 4, 3);
    MAKES(2, bml_list_gelu(ONCE(&z), ONCE(&x)), z, 4, 3);
}

static void halve(void *context, size_t i, float *to, const float *from) {
    (void)context, (void)i;
    to[0] = from[0] / 2, to[1] = from[1] / 2;
}

static void products_and_scores(void **state) {
    (void)state;
    bml_list(in, batch) t = {0};
    bml_list(batch, batch) square = {0};
    bml_list_vec(batch) r = {0};
    double loss = 0;
    bml_ids(batch) labels = {{(uint32_t[]){0, 1, 0, 1}, 4, NULL}};
    MAKES(3, bml_list_matmul(ONCE(&y), ONCE(&x), ONCE(&w)), y, 4, 2);
    MAKES(3, bml_list_matmul_nt(ONCE(&square), ONCE(&x), ONCE(&x)), square, 4, 4);
    MAKES(3, bml_list_matmul_tn(ONCE(&w), ONCE(&x), ONCE(&y)), w, 3, 2);
    MAKES(3, bml_list_matvec(ONCE(&r), ONCE(&x), ONCE(&v)), r, 1, 4);
    MAKES(2, bml_list_transpose(ONCE(&t), ONCE(&x)), t, 3, 4);
    MAKES(2, bml_list_col_sums(ONCE(&b), ONCE(&y)), b, 1, 2);
    MAKES(2, bml_list_softmax(ONCE(&y), ONCE(&y)), y, 4, 2);
    MAKES(5, bml_list_layernorm(ONCE(&y), ONCE(&y), ONCE(&b), ONCE(&b), ONCE(1)), y, 4, 2);
    MAKES(4, bml_list_softmax_ce(ONCE(&y), ONCE(&loss), ONCE(&y), ONCE(&labels)), y, 4, 2);
    ASSERT_OK(bml_list_softmax_ce((bml_list(batch, out) *)NULL, &loss, &y, &labels));
    MAKES(3, bml_list_map_rows(ONCE(&y), ONCE(bml_dim(out)), ONCE(&x), halve, NULL), y, 4, 2);
    evaluated = 0;
    assert_int_equal(bml_list_count_correct(ONCE(&y), ONCE(&labels)), 2);
    bml_list_argmax(ONCE(&labels), ONCE(&y));
    assert_true(evaluated == 4 && labels.raw.data[0] == 1);
    bml_list_free(&t), bml_list_free(&square), bml_list_free(&r);
}

static void moves(void **state) {
    (void)state;
    bml_dim_twice n;
    bml_list(twice, in) tall = {0};
    bml_list_vec(all) flat = {0};
    bml_list(six, batch) swapped = {0};
    bml_list(both, in) joined = {0};
    bml_list(next, in) grown = {0};
    bml_list(out, in) first = {0};
    bml_list_band(batch, in) band = {0};
    bml_list_vec_band(in) part = {0};
    ASSERT_OK(bml_dim_times(&n, m));
    MAKES(4, bml_list_reshape(ONCE(&tall), ONCE(n), ONCE(bml_dim(in)), ONCE(&wide)), tall, 8, 3);
    MAKES(5,
          bml_list_reshape_by(ONCE(&tall), ONCE(n), ONCE(bml_dim(in)), ONCE(&wide),
                              ONCE(bml_eq_refl(24))),
          tall, 8, 3);
    MAKES(2, bml_list_flatten(ONCE(&flat), ONCE(&wide)), flat, 1, 24);
    MAKES(2, bml_list_reshape_swap(ONCE(&swapped), ONCE(&wide)), swapped, 6, 4);
    MAKES(3, bml_list_append_rows(ONCE(&joined), ONCE(&x), ONCE(&more)), joined, 9, 3);
    MAKES(3, bml_list_append_row(ONCE(&grown), ONCE(&x), ONCE(&v)), grown, 5, 3);
    MAKES(4, bml_list_slice(ONCE(&first), ONCE(&x), ONCE(1), ONCE(bml_dim(out))), first, 2, 3);
    MAKES(4, bml_list_columns(ONCE(&z), ONCE(&wide), ONCE(2), ONCE(bml_dim(in))), z, 4, 3);
    MAKES(4, bml_list_band_of(ONCE(&band), ONCE(&x), ONCE(1), ONCE(3)), band, 1, 3);
    MAKES(4, bml_list_band_of_vec(ONCE(&part), ONCE(&v), ONCE(0), ONCE(2)), part, 1, 2);
    bml_list_free(&tall), bml_list_free(&flat), bml_list_free(&swapped), bml_list_free(&joined);
    bml_list_free(&grown), bml_list_free(&first), bml_list_free(&band), bml_list_free(&part);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(making),
        cmocka_unit_test(elementwise),
        cmocka_unit_test(products_and_scores),
        cmocka_unit_test(moves),
    };
    return cmocka_run_group_tests(tests, make_inputs, free_inputs);
}
