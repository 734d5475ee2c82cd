/* Every operation of tensor_array.h and its twin here, on random shapes: the same bits, or no
 * farther apart than tensor_list.h says. */
#include <bendml/tensor_array.h>

#include <stdlib.h>

#include "lists.h"

/* Empty, one, odd, around one and two levels of the tree, large. */
static const size_t sizes[] = {0, 1, 2, 3, 7, 16, 17, 31, 32, 33, 65, 130, 257, 1025};
enum { SIZES = sizeof sizes / sizeof *sizes, ROUNDS = 150, PRODUCT_SIZES = SIZES - 1 };

static const double u = 0x1p-24;

typedef struct twin {
    bml_array array;
    bml_rows list;
} twin;

static twin random_twin(size_t rows, size_t cols) {
    static const float magnitudes[] = {1, 1000, 0.01f};
    float magnitude = magnitudes[bml_test_random(3)];
    twin x = {bml_test_random_view(rows, cols), {0}};
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++)
            x.array.data[i * x.array.stride + j] *= bml_test_random(8) ? magnitude : 0;
    ASSERT_OK(bml_rows_from_array(&x.list, &x.array));
    return x;
}

static void release(twin *x) {
    bml_test_release(&x->array);
    bml_rows_free(&x->list);
}

static float list_at(const bml_rows *x, size_t i, size_t j) {
    return bml_rows_get_row(x, i)[j];
}

/* |list - array| <= factor * bound, but for what f32 has no normal number for; without a bound, the
 * same bits. */
static void expect_near(const char *operation, const twin *y, double factor,
                        const bml_rows *bound) {
    assert_true(y->list.rows == y->array.rows && y->list.cols == y->array.cols);
    for (size_t i = 0; i < y->list.rows; i++)
        for (size_t j = 0; j < y->list.cols; j++) {
            float list = list_at(&y->list, i, j);
            float array = y->array.data[i * y->array.stride + j];
            double limit = bound ? factor * (double)list_at(bound, i, j) + 0x1p-126 : 0;
            if (bound ? !(fabs((double)list - (double)array) <= limit)
                      : memcmp(&list, &array, sizeof list) != 0)
                fail_msg("%s [%zu,%zu] (%zu,%zu): list %.9g, array %.9g, limit %g", operation,
                         y->list.rows, y->list.cols, i, j, (double)list, (double)array, limit);
        }
}

#define EXPECT_SAME(operation, y) expect_near(operation, y, 0, NULL)

static void magnitudes(void *cols, size_t i, float *y, const float *x) {
    (void)i;
    for (size_t j = 0; j < *(size_t *)cols; j++)
        y[j] = fabsf(x[j]);
}

static bml_rows absolute(const bml_rows *x) {
    bml_rows y = {0};
    size_t cols = x->cols;
    ASSERT_OK(bml_rows_map(&y, cols, x, magnitudes, &cols));
    return y;
}

static void elementwise(size_t m, size_t n, size_t k) {
    (void)k;
    twin a = random_twin(m, n), b = random_twin(m, n), row = random_twin(1, n);
    twin y = random_twin(m, n);
    bml_array_add(&y.array, &a.array, &b.array);
    ASSERT_OK(bml_rows_add(&y.list, &a.list, &b.list));
    EXPECT_SAME("add", &y);
    bml_array_sub(&y.array, &a.array, &b.array);
    ASSERT_OK(bml_rows_sub(&y.list, &a.list, &b.list));
    EXPECT_SAME("sub", &y);
    bml_array_mul(&y.array, &a.array, &b.array);
    ASSERT_OK(bml_rows_mul(&y.list, &a.list, &b.list));
    EXPECT_SAME("mul", &y);
    bml_array_scale(&y.array, 0.7f, &a.array);
    ASSERT_OK(bml_rows_scale(&y.list, 0.7f, &a.list));
    EXPECT_SAME("scale", &y);
    bml_array_add_row(&y.array, &a.array, &row.array);
    ASSERT_OK(bml_rows_add_row(&y.list, &a.list, &row.list));
    EXPECT_SAME("add_row", &y);
    bml_array_relu(&y.array, &a.array);
    ASSERT_OK(bml_rows_relu(&y.list, &a.list));
    EXPECT_SAME("relu", &y);
    bml_array_relu_bwd(&y.array, &a.array, &b.array);
    ASSERT_OK(bml_rows_relu_bwd(&y.list, &a.list, &b.list));
    EXPECT_SAME("relu_bwd", &y);
    bml_rows bound = absolute(&a.list), step = absolute(&b.list);
    bml_array_copy(&y.array, &a.array);
    bml_array_sgd(&y.array, 0.3f, &b.array);
    ASSERT_OK(bml_rows_sgd(&y.list, &a.list, 0.3f, &b.list));
    ASSERT_OK(bml_rows_scale(&step, 0.3f, &step));
    ASSERT_OK(bml_rows_add(&bound, &bound, &step));
    expect_near("sgd", &y, 3 * u, &bound);
    bml_rows_free(&bound), bml_rows_free(&step);
    release(&a), release(&b), release(&row), release(&y);
}

static void gelus(size_t m, size_t n, size_t k) {
    (void)k;
    twin x = random_twin(m, n), y = random_twin(m, n);
    bml_rows bound = absolute(&x.list);
    bml_array_gelu(&y.array, &x.array);
    ASSERT_OK(bml_rows_gelu(&y.list, &x.list));
    expect_near("gelu", &y, 0x1p-21, &bound);
    bml_rows_free(&bound);
    release(&x), release(&y);
}

static void softmaxes(size_t m, size_t n, size_t k) {
    (void)k;
    twin x = random_twin(m, n), y = random_twin(m, n);
    bml_array_softmax(&y.array, &x.array);
    ASSERT_OK(bml_rows_softmax(&y.list, &x.list));
    bml_rows bound = absolute(&y.list);
    expect_near("softmax", &y, (double)(n + 8) * 0x1p-22, &bound);
    bml_rows_free(&bound);
    release(&x), release(&y);
}

/* The bound of layernorm for a row, at each number. */
static void norm_bound(void *context, size_t i, float *y, const float *x) {
    const twin *t = context; /* x, gain, bias, y */
    size_t n = t[0].list.cols;
    double mean = 0, variance = 0, most = 0;
    for (size_t j = 0; j < n; j++)
        mean += (double)x[j] / (double)n, most = fmax(most, fabs((double)x[j]));
    for (size_t j = 0; j < n; j++)
        variance += ((double)x[j] - mean) * ((double)x[j] - mean) / (double)n;
    for (size_t j = 0; j < n; j++)
        y[j] = (float)(fabs((double)list_at(&t[3].list, i, j)) +
                       fabs((double)list_at(&t[2].list, 0, j)) +
                       fabs((double)list_at(&t[1].list, 0, j)) * most / sqrt(variance + 1e-5));
}

static void layernorms(size_t m, size_t n, size_t k) {
    (void)k;
    twin t[] = {random_twin(m, n), random_twin(1, n), random_twin(1, n), random_twin(m, n)};
    bml_rows bound = {0};
    bml_array_layernorm(&t[3].array, &t[0].array, &t[1].array, &t[2].array, 1e-5f);
    ASSERT_OK(bml_rows_layernorm(&t[3].list, &t[0].list, &t[1].list, &t[2].list, 1e-5f));
    ASSERT_OK(bml_rows_map(&bound, n, &t[0].list, norm_bound, t));
    expect_near("layernorm", &t[3], (double)(n + 8) * 0x1p-23, &bound);
    bml_rows_free(&bound);
    for (int i = 0; i < 4; i++)
        release(&t[i]);
}

typedef bml_status (*list_product)(bml_rows *y, const bml_rows *x, const bml_rows *w);

/* y := alpha x w + beta y; where beta is 0, y is not read. */
static void check_product(const char *operation, bml_transpose op_x, const twin *x,
                          bml_transpose op_w, const twin *w, list_product product, float alpha,
                          float beta) {
    size_t depth = op_x ? x->array.rows : x->array.cols;
    twin y =
        random_twin(op_x ? x->array.cols : x->array.rows, op_w ? w->array.rows : w->array.cols);
    bml_rows ax = absolute(&x->list), aw = absolute(&w->list), bound = {0}, before = {0};
    ASSERT_OK(bml_rows_scale(&before, beta, &y.list));
    bml_array_gemm(&y.array, alpha, op_x, &x->array, op_w, &w->array, beta);
    ASSERT_OK(product(&y.list, &x->list, &w->list));
    ASSERT_OK(product(&bound, &ax, &aw));
    double factor = (2 * (double)depth + 1) * u;
    if (alpha != 1 || beta != 0) { /* three more roundings on each side */
        bml_rows magnitude = absolute(&before);
        ASSERT_OK(bml_rows_scale(&y.list, alpha, &y.list));
        ASSERT_OK(bml_rows_add(&y.list, &y.list, &before));
        ASSERT_OK(bml_rows_scale(&bound, fabsf(alpha), &bound));
        ASSERT_OK(bml_rows_add(&bound, &bound, &magnitude));
        factor += 6 * u;
        bml_rows_free(&magnitude);
    }
    expect_near(operation, &y, factor, &bound);
    bml_rows_free(&ax), bml_rows_free(&aw), bml_rows_free(&bound), bml_rows_free(&before);
    release(&y);
}

static void products(size_t m, size_t n, size_t k) {
    twin x = random_twin(m, k), xt = random_twin(k, m);
    twin w = random_twin(k, n), wt = random_twin(n, k);
    const bml_transpose no = BML_NO_TRANSPOSE, yes = BML_TRANSPOSE;
    check_product("matmul", no, &x, no, &w, bml_rows_matmul, 1, 0);
    check_product("matmul_nt", no, &x, yes, &wt, bml_rows_matmul_nt, 1, 0);
    check_product("matmul_tn", yes, &xt, no, &w, bml_rows_matmul_tn, 1, 0);
    check_product("gemm", no, &x, no, &w, bml_rows_matmul, -0.4f, 0.9f);
    twin v = random_twin(1, k), y = random_twin(1, m);
    bml_rows ax = absolute(&x.list), av = absolute(&v.list), bound = {0};
    bml_array_matvec(&y.array, &x.array, &v.array);
    ASSERT_OK(bml_rows_matvec(&y.list, &x.list, &v.list));
    ASSERT_OK(bml_rows_matvec(&bound, &ax, &av));
    expect_near("matvec", &y, (2 * (double)k + 1) * u, &bound);
    bml_rows_free(&ax), bml_rows_free(&av), bml_rows_free(&bound);
    release(&x), release(&xt), release(&w), release(&wt), release(&v), release(&y);
}

static void column_sums(size_t m, size_t n, size_t k) {
    (void)k;
    twin x = random_twin(m, n), y = random_twin(1, n);
    bml_rows bound = absolute(&x.list);
    bml_array_col_sums(&y.array, 1, &x.array, 0);
    ASSERT_OK(bml_rows_col_sums(&y.list, &x.list));
    ASSERT_OK(bml_rows_col_sums(&bound, &bound));
    expect_near("col_sums", &y, 2 * (double)m * u, &bound);
    bml_rows_free(&bound);
    release(&x), release(&y);
}

static void scores(size_t m, size_t n, size_t k) {
    (void)k;
    if (n == 0)
        return; /* no label is right */
    twin x = random_twin(m, n), dx = random_twin(m, n);
    bml_index_array labels, found, expected;
    ASSERT_OK(bml_index_alloc(&labels, m));
    ASSERT_OK(bml_index_alloc(&found, m));
    ASSERT_OK(bml_index_alloc(&expected, m));
    for (size_t i = 0; i < m; i++)
        labels.data[i] = bml_test_random((uint32_t)n);
    double array_loss = 0, list_loss = 0;
    bml_rows bound = {0};
    ASSERT_OK(bml_array_softmax_ce(&dx.array, &array_loss, &x.array, &labels));
    ASSERT_OK(bml_rows_softmax_ce(&dx.list, &list_loss, &x.list, &labels));
    ASSERT_OK(bml_rows_fill(&bound, m, n, 1));
    expect_near("softmax_ce", &dx, ((double)n + 16) * u / (double)m, &bound);
    if (m > 0)
        ASSERT_NEAR(list_loss, array_loss, ((double)n + 8) * u);
    assert_true(m > 0 || (isnan(list_loss) && isnan(array_loss)));
    bml_array_argmax(&expected, &x.array);
    bml_rows_argmax(&found, &x.list);
    for (size_t i = 0; i < m; i++)
        assert_int_equal(found.data[i], expected.data[i]);
    assert_int_equal(bml_rows_count_correct(&x.list, &labels),
                     bml_array_count_correct(&x.array, &labels));
    bml_index_free(&labels), bml_index_free(&found), bml_index_free(&expected);
    bml_rows_free(&bound);
    release(&x), release(&dx);
}

static void reshapes(size_t m, size_t n, size_t k) {
    (void)k;
    twin x = random_twin(m, n), transposed = random_twin(n, m), swapped = random_twin(n, m);
    twin flat = random_twin(1, m * n), halves = random_twin(2 * m, n / 2);
    bml_array_transpose(&transposed.array, &x.array);
    ASSERT_OK(bml_rows_transpose(&transposed.list, &x.list));
    EXPECT_SAME("transpose", &transposed);
    bml_array_reshape(&swapped.array, &x.array);
    ASSERT_OK(bml_rows_reshape_swap(&swapped.list, &x.list));
    EXPECT_SAME("reshape_swap", &swapped);
    bml_array_reshape(&flat.array, &x.array);
    ASSERT_OK(bml_rows_flatten(&flat.list, &x.list));
    EXPECT_SAME("flatten", &flat);
    if (n % 2 == 0) {
        bml_array_reshape_by(&halves.array, &x.array, bml_eq_refl(m * n));
        ASSERT_OK(bml_rows_reshape(&halves.list, 2 * m, n / 2, &x.list));
        EXPECT_SAME("reshape", &halves);
        bml_rows_free(&halves.list);
        ASSERT_OK(bml_rows_reshape_by(&halves.list, 2 * m, n / 2, &x.list, bml_eq_refl(m * n)));
        EXPECT_SAME("reshape_by", &halves);
    }
    release(&x), release(&transposed), release(&swapped), release(&flat), release(&halves);
}

static void parts(size_t m, size_t n, size_t k) {
    twin a = random_twin(m, n), b = random_twin(k, n), both = random_twin(m + k, n);
    bml_array_append_rows(&both.array, &a.array, &b.array);
    ASSERT_OK(bml_rows_append_rows(&both.list, &a.list, &b.list));
    EXPECT_SAME("append_rows", &both);
    twin part = {{0}, {0}}, row = random_twin(1, n);
    size_t bands = 1 + bml_test_random(5), i = bml_test_random((uint32_t)bands);
    bml_array_band(&part.array, &a.array, i, bands);
    ASSERT_OK(bml_rows_band(&part.list, &a.list, i, bands));
    EXPECT_SAME("band", &part);
    bml_array_band_vec(&part.array, &row.array, i, bands);
    ASSERT_OK(bml_rows_band_vec(&part.list, &row.list, i, bands));
    EXPECT_SAME("band_vec", &part);
    size_t first = bml_test_random((uint32_t)n + 1);
    size_t width = bml_test_random((uint32_t)(n - first) + 1);
    bml_array_columns(&part.array, &a.array, first, width);
    ASSERT_OK(bml_rows_columns(&part.list, &a.list, first, width));
    EXPECT_SAME("columns", &part);
    bml_rows_free(&part.list);
    release(&a), release(&b), release(&both), release(&row);
}

static void numbers(size_t m, size_t n, size_t k) {
    (void)k;
    twin x = random_twin(m, n), y = random_twin(m, n);
    uint8_t *bytes = calloc(m * n + 1, 1);
    float *values = calloc(m * n + 1, sizeof *values);
    assert_true(bytes && values);
    for (size_t i = 0; i < m * n; i++)
        bytes[i] = (uint8_t)bml_test_random(256);
    ASSERT_OK(bml_array_from_bytes(&y.array, bytes, m * n, 255));
    ASSERT_OK(bml_rows_from_bytes(&y.list, m, n, bytes, m * n, 255));
    EXPECT_SAME("from_bytes", &y);
    ASSERT_OK(bml_array_to_list(values, m * n, &x.array));
    ASSERT_OK(bml_rows_from_list(&y.list, m, n, values, m * n));
    ASSERT_OK(bml_array_from_list(&y.array, values, m * n));
    EXPECT_SAME("from_list", &y);
    ASSERT_OK(bml_rows_to_list(values, m * n, &x.list));
    ASSERT_OK(bml_array_from_list(&y.array, values, m * n));
    EXPECT_SAME("to_list", &y);
    if (m > 0) {
        size_t i = bml_test_random((uint32_t)m);
        ASSERT_OK(bml_array_write_row(&x.array, i, values, n));
        ASSERT_OK(bml_rows_write_row(&x.list, &x.list, i, values, n));
        EXPECT_SAME("write_row", &x);
    }
    bml_array_fill(&y.array, 2.5f);
    ASSERT_OK(bml_rows_fill(&y.list, m, n, 2.5f));
    EXPECT_SAME("fill", &y);
    bml_rows_share(&y.list, &x.list);
    bml_array_copy(&y.array, &x.array);
    EXPECT_SAME("share", &y);
    bml_rows_to_array(&y.array, &x.list);
    EXPECT_SAME("to_array", &y);
    free(bytes), free(values);
    release(&x), release(&y);
}

static void on_random_shapes(void (*check)(size_t m, size_t n, size_t k), uint32_t count) {
    for (int round = 0; round < ROUNDS; round++)
        check(sizes[bml_test_random(count)], sizes[bml_test_random(count)],
              sizes[bml_test_random(count)]);
}

#define PROPERTY(name, count) \
    static void test_##name(void **state) { \
        (void)state; \
        on_random_shapes(name, count); \
    }

PROPERTY(elementwise, SIZES)
PROPERTY(gelus, SIZES)
PROPERTY(softmaxes, SIZES)
PROPERTY(layernorms, SIZES)
PROPERTY(products, PRODUCT_SIZES)
PROPERTY(column_sums, SIZES)
PROPERTY(scores, SIZES)
PROPERTY(reshapes, SIZES)
PROPERTY(parts, SIZES)
PROPERTY(numbers, SIZES)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elementwise), cmocka_unit_test(test_gelus),
        cmocka_unit_test(test_softmaxes),   cmocka_unit_test(test_layernorms),
        cmocka_unit_test(test_products),    cmocka_unit_test(test_column_sums),
        cmocka_unit_test(test_scores),      cmocka_unit_test(test_reshapes),
        cmocka_unit_test(test_parts),       cmocka_unit_test(test_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
