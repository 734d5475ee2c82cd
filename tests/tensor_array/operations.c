/* Element-wise operations, sums and scores against one loop each; over threads, in place, on views.
 */
#include <bendml/tensor_array.h>

#include <math.h>
#include <string.h>

#include "expect.h"
#include "random.h"
#include "tensor_array/array_internal.h"

static const size_t some[][2] = {{0, 3}, {3, 0}, {1, 1}, {2, 17}, {33, 5}, {300, 401}};
enum { SHAPES = sizeof some / sizeof *some };

static float at(const bml_array *x, size_t i, size_t j) {
    return bml_row_(x, i)[j];
}

/* y (i, j) is what `expected` says, to the last bit or, for fused steps, nearly. */
#define ASSERT_ELEMENTS(y, expected, tolerance) \
    do { \
        for (size_t i = 0; i < (y).rows; i++) \
            for (size_t j = 0; j < (y).cols; j++) \
                ASSERT_NEAR(at(&(y), i, j), expected, tolerance); \
        assert_true(bml_test_surroundings_kept(&(y))); \
    } while (0)

static void elementwise(void **state) {
    (void)state;
    for (size_t s = 0; s < SHAPES; s++) {
        bml_array a = bml_test_random_view(some[s][0], some[s][1]);
        bml_array b = bml_test_random_view(some[s][0], some[s][1]);
        bml_array y = bml_test_random_view(some[s][0], some[s][1]);
        bml_array row = bml_test_random_view(1, some[s][1]);
        bml_array_add(&y, &a, &b);
        ASSERT_ELEMENTS(y, at(&a, i, j) + at(&b, i, j), 0);
        bml_array_scale(&y, 0.7f, &a);
        ASSERT_ELEMENTS(y, 0.7f * at(&a, i, j), 0);
        bml_array_add_row(&y, &a, &row);
        ASSERT_ELEMENTS(y, at(&a, i, j) + at(&row, 0, j), 0);
        bml_array_relu(&y, &a);
        ASSERT_ELEMENTS(y, fmaxf(at(&a, i, j), 0), 0);
        bml_array_relu_bwd(&y, &b, &a);
        ASSERT_ELEMENTS(y, at(&a, i, j) > 0 ? at(&b, i, j) : 0, 0);
        bml_array_copy(&y, &a);
        bml_array_sgd(&y, 0.3f, &b);
        ASSERT_ELEMENTS(y, at(&a, i, j) - 0.3f * at(&b, i, j), 3e-7);
        bml_array_relu(&y, &y);
        ASSERT_ELEMENTS(y, fmaxf(at(&a, i, j) - 0.3f * at(&b, i, j), 0), 3e-7);
        bml_array_fill(&y, 2);
        ASSERT_ELEMENTS(y, 2, 0);
        bml_test_release(&a), bml_test_release(&b), bml_test_release(&y), bml_test_release(&row);
    }
}

static void column_sums(void **state) {
    (void)state;
    for (size_t s = 0; s < SHAPES; s++) {
        bml_array x = bml_test_random_view(some[s][0], some[s][1]);
        bml_array y = bml_test_random_view(1, some[s][1]),
                  before = bml_test_random_view(1, some[s][1]);
        bml_array_copy(&before, &y);
        bml_array_col_sums(&y, 2, &x, 3);
        for (size_t j = 0; j < x.cols; j++) {
            double sum = 0;
            for (size_t i = 0; i < x.rows; i++)
                sum += (double)at(&x, i, j);
            ASSERT_NEAR(at(&y, 0, j), 2 * sum + 3 * (double)at(&before, 0, j), 1e-4);
        }
        bml_array_fill(&y, NAN);
        bml_array_col_sums(&y, 1, &x, 0);
        for (size_t j = 0; j < x.cols; j++)
            assert_true(!isnan(at(&y, 0, j)));
        bml_test_release(&x), bml_test_release(&y), bml_test_release(&before);
    }
}

static bml_index_array random_labels(size_t count, size_t classes) {
    bml_index_array labels;
    ASSERT_OK(bml_index_alloc(&labels, count));
    for (size_t i = 0; i < count; i++)
        labels.data[i] = bml_test_random((uint32_t)classes);
    return labels;
}

/* The definition in f64, the maximum taken off. */
static double entropy_reference(double *dx, const bml_array *x, const bml_index_array *labels) {
    double loss = 0;
    for (size_t i = 0; i < x->rows; i++) {
        double most = -INFINITY, sum = 0;
        for (size_t j = 0; j < x->cols; j++)
            most = fmax(most, (double)at(x, i, j));
        for (size_t j = 0; j < x->cols; j++)
            sum += exp((double)at(x, i, j) - most);
        for (size_t j = 0; j < x->cols; j++)
            dx[i * x->cols + j] =
                (exp((double)at(x, i, j) - most) / sum - (j == labels->data[i])) / (double)x->rows;
        loss += log(sum) + most - (double)at(x, i, labels->data[i]);
    }
    return loss / (double)x->rows;
}

static void check_entropy(size_t rows, size_t cols, float size) {
    bml_array x = bml_test_random_view(rows, cols), dx = bml_test_random_view(rows, cols);
    bml_index_array labels = random_labels(rows, cols);
    static double expected[300 * 401];
    double loss = 0, loss_alone = 0, loss_in_place = 0;
    bml_array_scale(&x, size, &x);
    ASSERT_OK(bml_array_softmax_ce(&dx, &loss, &x, &labels));
    ASSERT_OK(bml_array_softmax_ce(NULL, &loss_alone, &x, &labels));
    ASSERT_NEAR(loss, entropy_reference(expected, &x, &labels), 1e-6 * (1 + (double)size));
    ASSERT_ELEMENTS(dx, expected[i * cols + j], 1e-6 / (double)rows);
    ASSERT_OK(bml_array_softmax_ce(&x, &loss_in_place, &x, &labels));
    ASSERT_ELEMENTS(x, at(&dx, i, j), 0);
    assert_true(loss == loss_alone && loss == loss_in_place);
    bml_test_release(&x), bml_test_release(&dx);
    bml_index_free(&labels);
}

static void cross_entropy(void **state) {
    (void)state;
    for (size_t s = 2; s < SHAPES; s++)
        for (float size = 1; size <= 1e4f; size *= 100)
            check_entropy(some[s][0], some[s][1], size);
    check_entropy(100, 10, 3);
}

static void cross_entropy_limits(void **state) {
    (void)state;
    bml_array x = bml_test_random_view(3, 4), dx = bml_test_random_view(3, 4);
    bml_array none = bml_test_random_view(0, 4);
    bml_index_array labels = random_labels(3, 4), no_labels = random_labels(0, 4);
    double loss = 7;
    labels.data[1] = 4;
    bml_array_fill(&dx, 5);
    ASSERT_FAILS(bml_array_softmax_ce(&dx, &loss, &x, &labels), BML_ERROR_RANGE,
                 "found label 4 in row 1, expected one below 4");
    assert_true(loss == 7 && at(&dx, 0, 0) == 5);
    ASSERT_OK(bml_array_softmax_ce(&none, &loss, &none, &no_labels));
    assert_true(loss != loss);
    ASSERT_FAULT(assert_int_not_equal(bml_array_softmax_ce(&dx, &loss, &x, &no_labels), BML_OK),
                 "bml_softmax_ce: labels: found 0, expected 3");
    labels.data[1] = 0;
    bml_row_(&x, 1)[0] = 1000; /* overflows an exponential that is not shifted */
    bml_row_(&x, 2)[0] = -INFINITY;
    labels.data[2] = 1;
    ASSERT_OK(bml_array_softmax_ce(&dx, &loss, &x, &labels));
    assert_true(isfinite(loss) && at(&dx, 2, 0) == 0 && at(&dx, 1, 1) == 0);
    bml_row_(&x, 0)[2] = NAN;
    ASSERT_OK(bml_array_softmax_ce(&dx, &loss, &x, &labels));
    assert_true(isnan(loss) && isnan(at(&dx, 0, 0)) && !isnan(at(&dx, 1, 0)));
    bml_test_release(&x), bml_test_release(&dx), bml_test_release(&none);
    bml_index_free(&labels), bml_index_free(&no_labels);
}

static void argmax_takes_the_first(void **state) {
    (void)state;
    bml_array x = bml_test_random_view(4, 3);
    const float values[] = {1, 3, 3, 2, 2, 2, 0, NAN, 9, -INFINITY, -INFINITY, -INFINITY};
    const uint32_t expected[] = {1, 0, 1, 0};
    ASSERT_OK(bml_array_from_list(&x, values, 12));
    bml_index_array found = random_labels(4, 3);
    bml_array_argmax(&found, &x);
    assert_memory_equal(found.data, expected, sizeof expected);
    assert_int_equal(bml_array_count_correct(&x, &found), 4);
    found.data[0] = 2, found.data[3] = 77;
    assert_int_equal(bml_array_count_correct(&x, &found), 2);
    bml_index_free(&found);
    bml_test_release(&x);
}

/* Everything that threads share out, at one and at several: the same bits. */
static void threads_agree(void **state) {
    (void)state;
    enum { ROWS = 300, COLS = 401 };
    bml_array x = bml_test_random_view(ROWS, COLS), row = bml_test_random_view(1, COLS);
    bml_array one = bml_test_random_view(ROWS, COLS), many = bml_test_random_view(ROWS, COLS);
    bml_array one_sums = bml_test_random_view(1, COLS), many_sums = bml_test_random_view(1, COLS);
    bml_index_array labels = random_labels(ROWS, COLS);
    double one_loss = 0, many_loss = 0;
    for (size_t threads = 2; threads <= 7; threads++) {
        bml_set_threads(1);
        ASSERT_OK(bml_array_softmax_ce(&one, &one_loss, &x, &labels));
        bml_array_add_row(&one, &one, &row);
        bml_array_col_sums(&one_sums, 1, &one, 0);
        bml_set_threads(threads);
        ASSERT_OK(bml_array_softmax_ce(&many, &many_loss, &x, &labels));
        bml_array_add_row(&many, &many, &row);
        bml_array_col_sums(&many_sums, 1, &many, 0);
        assert_true(one_loss == many_loss);
        ASSERT_ELEMENTS(many, at(&one, i, j), 0);
        ASSERT_ELEMENTS(many_sums, at(&one_sums, i, j), 0);
    }
    bml_set_threads(0);
    bml_test_release(&x), bml_test_release(&row), bml_test_release(&one), bml_test_release(&many);
    bml_test_release(&one_sums), bml_test_release(&many_sums);
    bml_index_free(&labels);
}

/* Cleared arrays, and ones of rows without columns, are sizes like any other: nothing to do, at
 * once. */
static void nothing_to_do(void **state) {
    (void)state;
    const bml_array none[] = {{0}, {NULL, (size_t)1 << 60, 0, 0, NULL}};
    for (size_t i = 0; i < 2; i++) {
        bml_array x = none[i], y = x, row = {0}, band;
        row.rows = 1;
        bml_array_fill(&y, 1), bml_array_copy(&y, &x), bml_array_relu(&y, &x);
        bml_array_add(&y, &x, &x), bml_array_add_row(&y, &x, &row), bml_array_gelu(&y, &x);
        bml_array_softmax(&y, &x), bml_array_layernorm(&y, &x, &row, &row, 1e-5f);
        bml_array_col_sums(&row, 1, &x, 0), bml_array_band(&band, &x, 0, 3);
        bml_array_columns(&band, &x, 0, 0), bml_array_reshape(&row, &x);
        bml_array_gemm(&y, 1, BML_NO_TRANSPOSE, &x, BML_NO_TRANSPOSE, &none[0], 0);
        assert_true(y.rows == x.rows && y.data == NULL);
    }
}

static void faults(void **state) {
    (void)state;
    bml_array x = bml_test_random_view(3, 4), y = bml_test_random_view(3, 5);
    bml_array row = bml_test_random_view(1, 4), shifted = x;
    shifted.data += 1, shifted.cols = 3;
    bml_array narrow = x;
    narrow.cols = 3;
    ASSERT_FAULT(bml_array_add(&y, &x, &y), "bml_add: shape: found [3,4], expected [3,5]");
    ASSERT_FAULT(bml_array_add_row(&y, &y, &row), "found [1,4], expected [1,5]");
    ASSERT_FAULT(bml_array_relu(&shifted, &narrow),
                 "bml_relu: output [3,3] and input [3,3] overlap");
    ASSERT_FAULT(bml_array_relu_bwd(&x, &x, &y), "bml_relu_bwd");
    ASSERT_FAULT(bml_array_scale(&x, 1, &y), "bml_scale");
    ASSERT_FAULT(bml_array_sub(&x, &x, &y), "bml_sub");
    ASSERT_FAULT(bml_array_mul(&x, &y, &x), "bml_mul");
    ASSERT_FAULT(bml_array_gelu(&x, &y), "bml_gelu");
    ASSERT_FAULT(bml_array_softmax(&shifted, &narrow),
                 "bml_softmax: output [3,3] and input [3,3] overlap");
    ASSERT_FAULT(bml_array_layernorm(&y, &y, &row, &row, 0),
                 "bml_layernorm: shape: found [1,4], expected [1,5]");
    ASSERT_FAULT(bml_array_sgd(&x, 1, &y), "bml_sgd");
    ASSERT_FAULT(bml_array_copy(&x, &y), "bml_copy");
    ASSERT_FAULT(bml_array_col_sums(&row, 1, &y, 0), "bml_col_sums");
    bml_test_release(&x), bml_test_release(&y), bml_test_release(&row);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elementwise),
        cmocka_unit_test(column_sums),
        cmocka_unit_test(cross_entropy),
        cmocka_unit_test(cross_entropy_limits),
        cmocka_unit_test(argmax_takes_the_first),
        cmocka_unit_test(threads_agree),
        cmocka_unit_test(nothing_to_do),
        cmocka_unit_test(faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
