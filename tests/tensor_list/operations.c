/* Every operation on small matrices whose results are known, on NaN and infinity, in place. */
#include "lists.h"

/* The operation's result has these numbers; its output held something before. */
#define ASSERT_MAKES(call, rows, cols, ...) \
    do { \
        bml_rows y = list_of(1, 1, (float[]){9}); \
        ASSERT_OK(call); \
        assert_list(&y, rows, cols, (float[]){__VA_ARGS__}); \
        bml_rows_free(&y); \
    } while (0)

static bml_rows a, b, row, tall, special;

static int make_inputs(void **state) {
    (void)state;
    a = list_of(2, 3, (float[]){1, -2, 3, 0, 5, -6});
    b = list_of(2, 3, (float[]){2, 2, 2, -1, 0.5f, 10});
    row = list_of(1, 3, (float[]){10, 20, 30});
    tall = list_of(3, 2, (float[]){1, 2, 3, 4, 5, 6});
    special = list_of(1, 4, (float[]){NAN, INFINITY, -INFINITY, -0.0f});
    return 0;
}

static int free_inputs(void **state) {
    (void)state;
    bml_rows_free(&a), bml_rows_free(&b), bml_rows_free(&row);
    bml_rows_free(&tall), bml_rows_free(&special);
    return 0;
}

static void elementwise(void **state) {
    (void)state;
    ASSERT_MAKES(bml_rows_add(&y, &a, &b), 2, 3, 3, 0, 5, -1, 5.5f, 4);
    ASSERT_MAKES(bml_rows_sub(&y, &a, &b), 2, 3, -1, -4, 1, 1, 4.5f, -16);
    ASSERT_MAKES(bml_rows_mul(&y, &a, &b), 2, 3, 2, -4, 6, -0.0f, 2.5f, -60);
    ASSERT_MAKES(bml_rows_scale(&y, -2, &a), 2, 3, -2, 4, -6, -0.0f, -10, 12);
    ASSERT_MAKES(bml_rows_add_row(&y, &a, &row), 2, 3, 11, 18, 33, 10, 25, 24);
    ASSERT_MAKES(bml_rows_relu(&y, &a), 2, 3, 1, 0, 3, 0, 5, 0);
    ASSERT_MAKES(bml_rows_relu_bwd(&y, &b, &a), 2, 3, 2, 0, 2, 0, 0.5f, 0);
    ASSERT_MAKES(bml_rows_sgd(&y, &a, 0.5f, &b), 2, 3, 0, -3, 2, 0.5f, 4.75f, -11);
}

/* Expected: the formula in f64, by Python's math module. */
static void gelu(void **state) {
    (void)state;
    bml_rows x = list_of(1, 7, (float[]){0, 1, -1, 0.5f, -3, 10, -10});
    ASSERT_MAKES(bml_rows_gelu(&y, &x), 1, 7, 0, 0.8411919906082768f, -0.15880800939172324f,
                 0.34571400982514394f, -0.0036373920817729943f, 10, -0.0f);
    bml_rows_free(&x);
}

static void products(void **state) {
    (void)state;
    ASSERT_MAKES(bml_rows_matmul(&y, &a, &tall), 2, 2, 10, 12, -15, -16);
    ASSERT_MAKES(bml_rows_matmul_nt(&y, &a, &b), 2, 2, 4, 28, -2, -57.5f);
    ASSERT_MAKES(bml_rows_matmul_tn(&y, &a, &b), 3, 3, 2, 2, 2, -9, -1.5f, 46, 12, 3, -54);
    ASSERT_MAKES(bml_rows_matvec(&y, &a, &row), 1, 2, 60, -80);
    /* 2^24 + 1 - 2^24: the sum is in f64 */
    bml_rows x = list_of(1, 3, (float[]){0x1p24f, 1, -0x1p24f});
    bml_rows ones = list_of(3, 1, (float[]){1, 1, 1});
    ASSERT_MAKES(bml_rows_matmul(&y, &x, &ones), 1, 1, 1);
    ASSERT_MAKES(bml_rows_transpose(&y, &x) || bml_rows_col_sums(&y, &y), 1, 1, 1);
    bml_rows_free(&x), bml_rows_free(&ones);
}

static void nothing_to_sum(void **state) {
    (void)state;
    bml_rows x = list_of(2, 0, NULL), w = list_of(0, 3, NULL);
    ASSERT_MAKES(bml_rows_matmul(&y, &x, &w), 2, 3, 0, 0, 0, 0, 0, 0);
    ASSERT_MAKES(bml_rows_col_sums(&y, &w), 1, 3, 0, 0, 0);
    ASSERT_MAKES(bml_rows_transpose(&y, &x), 0, 2, 0);
    ASSERT_MAKES(bml_rows_softmax(&y, &x), 2, 0, 0);
    bml_index_array labels = {(uint32_t[]){0, 0}, 2, NULL};
    assert_int_equal(bml_rows_count_correct(&x, &labels), 0); /* no score is the greatest */
    bml_rows_free(&x), bml_rows_free(&w);
}

static void scores(void **state) {
    (void)state;
    bml_rows x = list_of(2, 3, (float[]){1, 2, 3, 1000, 1000, -INFINITY});
    ASSERT_MAKES(bml_rows_col_sums(&y, &tall), 1, 2, 9, 12);
    ASSERT_MAKES(bml_rows_softmax(&y, &x), 2, 3, 0.09003057317038046f, 0.24472847105479764f,
                 0.6652409557748218f, 0.5f, 0.5f, 0);
    bml_rows gain = list_of(1, 3, (float[]){1, 2, 0.5f});
    bml_rows bias = list_of(1, 3, (float[]){0, 1, -1});
    bml_rows z = list_of(2, 3, (float[]){1, 2, 4, 3, 3, 3});
    ASSERT_MAKES(bml_rows_layernorm(&y, &z, &gain, &bias, 1e-5f), 2, 3, -1.0690415314502977f,
                 0.46547923427485094f, -0.3318490428435641f, 0, 1, -1);
    bml_rows_free(&x), bml_rows_free(&gain), bml_rows_free(&bias), bml_rows_free(&z);
}

static void cross_entropy(void **state) {
    (void)state;
    bml_rows x = list_of(2, 3, (float[]){1, 2, 3, 1, 2, 3});
    bml_index_array labels = {(uint32_t[]){2, 0}, 2, NULL};
    double loss = 0;
    ASSERT_MAKES(bml_rows_softmax_ce(&y, &loss, &x, &labels), 2, 3, 0.04501528658519023f,
                 0.12236423552739882f, -0.1673795221125891f, -0.45498471341480977f,
                 0.12236423552739882f, 0.3326204778874109f);
    ASSERT_NEAR(loss, (0.4076059644443801 + 2.40760596444438) / 2, 1e-15);
    loss = 0;
    ASSERT_OK(bml_rows_softmax_ce(NULL, &loss, &x, &labels));
    ASSERT_NEAR(loss, 1.4076059644443801, 1e-15);
    ASSERT_OK(bml_rows_softmax_ce(&x, &loss, &x, &labels)); /* in place */
    ASSERT_NEAR(loss, 1.4076059644443801, 1e-15);
    assert_true(bml_rows_get_row(&x, 1)[0] == -0.45498471341480977f);
    labels.data[1] = 3;
    loss = 7;
    ASSERT_FAILS(bml_rows_softmax_ce(&x, &loss, &x, &labels), BML_ERROR_RANGE,
                 "found label 3 in row 1, expected one below 3");
    assert_true(loss == 7 && bml_rows_get_row(&x, 1)[0] == -0.45498471341480977f);
    bml_rows_free(&x);
}

static void greatest(void **state) {
    (void)state;
    bml_rows x = list_of(4, 3, (float[]){1, 5, 5, NAN, 9, 9, -3, -2, -1, 7, NAN, NAN});
    uint32_t found[4];
    bml_index_array argmax = {found, 4, NULL};
    bml_rows_argmax(&argmax, &x);
    assert_true(found[0] == 1 && found[1] == 0 && found[2] == 2 && found[3] == 1);
    bml_index_array labels = {(uint32_t[]){1, 1, 2, 1}, 4, NULL};
    assert_int_equal(bml_rows_count_correct(&x, &labels), 3);
    bml_rows_free(&x);
}

static void moves(void **state) {
    (void)state;
    ASSERT_MAKES(bml_rows_transpose(&y, &a), 3, 2, 1, 0, -2, 5, 3, -6);
    ASSERT_MAKES(bml_rows_reshape_swap(&y, &a), 3, 2, 1, -2, 3, 0, 5, -6);
    ASSERT_MAKES(bml_rows_reshape(&y, 6, 1, &a), 6, 1, 1, -2, 3, 0, 5, -6);
    ASSERT_MAKES(bml_rows_reshape_by(&y, 1, 6, &a, bml_eq_refl(6)), 1, 6, 1, -2, 3, 0, 5, -6);
    ASSERT_MAKES(bml_rows_flatten(&y, &a), 1, 6, 1, -2, 3, 0, 5, -6);
    ASSERT_MAKES(bml_rows_append_rows(&y, &row, &a), 3, 3, 10, 20, 30, 1, -2, 3, 0, 5, -6);
    ASSERT_MAKES(bml_rows_append_row(&y, &row, (float[]){1, 2, 3}, 3), 2, 3, 10, 20, 30, 1, 2, 3);
    ASSERT_MAKES(bml_rows_slice(&y, &tall, 1, 2), 2, 2, 3, 4, 5, 6);
    ASSERT_MAKES(bml_rows_band(&y, &tall, 1, 2), 1, 2, 5, 6);
    ASSERT_MAKES(bml_rows_band_vec(&y, &row, 0, 2), 1, 2, 10, 20);
    ASSERT_MAKES(bml_rows_columns(&y, &a, 1, 2), 2, 2, -2, 3, 5, -6);
}

static void row_sum(void *context, size_t i, float *y, const float *x) {
    y[0] = x[0] + x[1] + x[2];
    y[1] = (float)i + *(float *)context;
}

static void map_rows(void **state) {
    (void)state;
    float start = 40;
    ASSERT_MAKES(bml_rows_map(&y, 2, &a, row_sum, &start), 2, 2, 2, 40, -1, 41);
}

static void special_numbers(void **state) {
    (void)state;
    ASSERT_MAKES(bml_rows_relu(&y, &special), 1, 4, NAN, INFINITY, 0, 0);
    ASSERT_MAKES(bml_rows_scale(&y, 0, &special), 1, 4, NAN, NAN, NAN, -0.0f);
    ASSERT_MAKES(bml_rows_softmax(&y, &special), 1, 4, NAN, NAN, NAN, NAN);
    bml_rows ones = list_of(1, 4, (float[]){1, 2, 3, 4});
    ASSERT_MAKES(bml_rows_relu_bwd(&y, &ones, &special), 1, 4, 1, 2, 0, 0);
    ASSERT_MAKES(bml_rows_gelu(&y, &special), 1, 4, NAN, INFINITY, NAN, -0.0f);
    bml_rows_free(&ones);
}

static void in_place(void **state) {
    (void)state;
    bml_rows y = {0};
    bml_rows_share(&y, &a);
    bml_rows_share(&y, &y);
    ASSERT_OK(bml_rows_add(&y, &y, &y));
    ASSERT_OK(bml_rows_transpose(&y, &y));
    ASSERT_OK(bml_rows_matmul_tn(&y, &y, &y));
    assert_list(&y, 2, 2, (float[]){56, -112, -112, 244});
    ASSERT_OK(bml_rows_append_rows(&y, &y, &y));
    ASSERT_OK(bml_rows_slice(&y, &y, 1, 2));
    assert_list(&y, 2, 2, (float[]){-112, 244, 56, -112});
    bml_rows_free(&y);
    bml_rows_free(&y);
    bml_rows_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elementwise), cmocka_unit_test(gelu),
        cmocka_unit_test(products),    cmocka_unit_test(nothing_to_sum),
        cmocka_unit_test(scores),      cmocka_unit_test(cross_entropy),
        cmocka_unit_test(greatest),    cmocka_unit_test(moves),
        cmocka_unit_test(map_rows),    cmocka_unit_test(special_numbers),
        cmocka_unit_test(in_place),
    };
    return cmocka_run_group_tests(tests, make_inputs, free_inputs);
}
