/* Numbers in and out, checked; sizes that do not fit are a status or a fault, and the output stays
 * as it was. */
#include "lists.h"

static void round_trips(void **state) {
    (void)state;
    const float first[] = {1, 2, 3}, second[] = {4, 5, 6};
    const float *const rows[] = {first, second};
    const size_t lengths[] = {3, 3};
    float flat[6], top[3], bottom[3], *const buffers[] = {top, bottom};
    bml_rows x = {0};
    ASSERT_OK(bml_rows_from_rows(&x, 2, 3, rows, lengths, 2));
    assert_list(&x, 2, 3, (float[]){1, 2, 3, 4, 5, 6});
    ASSERT_OK(bml_rows_to_list(flat, 6, &x));
    ASSERT_OK(bml_rows_to_rows(buffers, lengths, 2, &x));
    assert_memory_equal(flat, first, sizeof first);
    assert_memory_equal(flat + 3, second, sizeof second);
    assert_memory_equal(top, first, sizeof first);
    assert_memory_equal(bottom, second, sizeof second);
    ASSERT_OK(bml_rows_write_row(&x, &x, 0, second, 3));
    ASSERT_OK(bml_rows_read_row(top, 3, &x, 0));
    assert_memory_equal(top, second, sizeof second);
    ASSERT_OK(bml_rows_from_bytes(&x, 1, 3, (uint8_t[]){0, 128, 255}, 3, 255));
    assert_list(&x, 1, 3, (float[]){0, 128.0f / 255, 1});
    ASSERT_OK(bml_rows_fill(&x, 2, 2, 7));
    assert_list(&x, 2, 2, (float[]){7, 7, 7, 7});
    ASSERT_OK(bml_rows_zeros(&x, 40, 1));
    assert_list(&x, 40, 1, (float[40]){0});
    bml_rows_free(&x);
}

static void arrays(void **state) {
    (void)state;
    bml_array from = bml_test_random_view(34, 5), to = bml_test_random_view(34, 5);
    bml_rows x = {0};
    ASSERT_OK(bml_rows_from_array(&x, &from));
    bml_rows_to_array(&to, &x);
    for (size_t i = 0; i < 34; i++)
        assert_memory_equal(to.data + i * to.stride, from.data + i * from.stride, 5 * 4);
    assert_true(bml_test_surroundings_kept(&to));
    to.rows = 33;
    ASSERT_FAULT(bml_rows_to_array(&to, &x),
                 "bml_list_to_array: shape: found [34,5], expected [33,5]");
    to.rows = 34;
    bml_test_release(&from), bml_test_release(&to);
    bml_rows_free(&x);
}

/* The call fails, and y is what it was. */
#define ASSERT_KEPT(call, status, words) \
    do { \
        bml_rows before = y; \
        ASSERT_FAILS(call, status, words); \
        assert_true(y.root == before.root && y.rows == before.rows && y.cols == before.cols); \
    } while (0)

static void statuses(void **state) {
    (void)state;
    const float numbers[] = {1, 2, 3, 4}, *const rows[] = {numbers, numbers};
    const size_t lengths[] = {2, 1};
    float out[4] = {0};
    bml_rows y = list_of(2, 2, numbers);
    ASSERT_KEPT(bml_rows_from_list(&y, 2, 2, numbers, 3), BML_ERROR_SIZE,
                "bml_list_from_list: found 3 values, expected 4 for [2,2]");
    ASSERT_KEPT(bml_rows_from_list(&y, SIZE_MAX, 2, numbers, 3), BML_ERROR_SIZE, "over SIZE_MAX");
    ASSERT_KEPT(bml_rows_from_rows(&y, 2, 2, rows, lengths, 2), BML_ERROR_SIZE,
                "found 1 values in row 1, expected 2");
    ASSERT_KEPT(bml_rows_from_rows(&y, 3, 2, rows, lengths, 2), BML_ERROR_SIZE,
                "found 2 rows, expected 3");
    ASSERT_KEPT(bml_rows_from_bytes(&y, 1, 1, (uint8_t[]){0}, 0, 1), BML_ERROR_SIZE, "found 0");
    ASSERT_KEPT(bml_rows_write_row(&y, &y, 2, numbers, 2), BML_ERROR_RANGE,
                "found row 2, expected one below 2");
    ASSERT_KEPT(bml_rows_write_row(&y, &y, 1, numbers, 3), BML_ERROR_SIZE,
                "found 3 values, expected 2 for a row");
    ASSERT_KEPT(bml_rows_append_row(&y, &y, numbers, 3), BML_ERROR_SIZE, "found 3 values");
    ASSERT_KEPT(bml_rows_zeros(&y, SIZE_MAX, 0), BML_ERROR_SIZE, "rows, expected at most");
    ASSERT_KEPT(bml_rows_zeros(&y, 1, SIZE_MAX), BML_ERROR_SIZE, "over SIZE_MAX");
    ASSERT_KEPT(bml_rows_zeros(&y, 1, SIZE_MAX / 2), BML_ERROR_SIZE, "can be addressed");
    ASSERT_FAILS(bml_rows_to_list(out, 3, &y), BML_ERROR_SIZE, "found 3 values");
    ASSERT_FAILS(bml_rows_read_row(out, 2, &y, 5), BML_ERROR_RANGE, "found row 5");
    ASSERT_FAILS(bml_rows_to_rows((float *[]){out, out}, lengths, 2, &y), BML_ERROR_SIZE, "row 1");
    assert_true(out[0] == 0);
    bml_rows_free(&y);
}

/* More numbers than SIZE_MAX, which sharing makes possible. */
static void too_many_elements(void **state) {
    (void)state;
    bml_rows x = {0}, y = list_of(1, 1, (float[]){3});
    ASSERT_OK(bml_rows_zeros(&x, (size_t)1 << 59, 64));
    ASSERT_KEPT(bml_rows_flatten(&y, &x), BML_ERROR_SIZE, "over SIZE_MAX");
    ASSERT_KEPT(bml_rows_reshape(&y, 1, 0, &x), BML_ERROR_SIZE, "over SIZE_MAX");
    ASSERT_KEPT(bml_rows_append_rows(&y, &x, &x), BML_ERROR_SIZE, "expected at most");
    bml_rows_free(&x), bml_rows_free(&y);
}

/* One fault, then BML_ERROR_SIZE, and y is what it was. */
#define ASSERT_MISFIT(call, words) ASSERT_FAULT(ASSERT_KEPT(call, BML_ERROR_SIZE, words), words)

static void faults(void **state) {
    (void)state;
    bml_rows a = random_list(2, 3), b = random_list(3, 2), row = random_list(1, 2), y = {0};
    bml_index_array labels = {(uint32_t[]){0, 0, 0}, 3, NULL};
    double loss = 0;
    bml_rows_share(&y, &a);
    ASSERT_MISFIT(bml_rows_add(&y, &a, &b), "found [3,2], expected [2,3]");
    ASSERT_MISFIT(bml_rows_sub(&y, &a, &b), "found [3,2], expected [2,3]");
    ASSERT_MISFIT(bml_rows_mul(&y, &a, &b), "found [3,2], expected [2,3]");
    ASSERT_MISFIT(bml_rows_relu_bwd(&y, &a, &b), "found [3,2], expected [2,3]");
    ASSERT_MISFIT(bml_rows_sgd(&y, &a, 1, &b), "found [3,2], expected [2,3]");
    ASSERT_MISFIT(bml_rows_add_row(&y, &a, &row), "found [1,2], expected [1,3]");
    ASSERT_MISFIT(bml_rows_add_row(&y, &a, &a), "found [2,3], expected [1,3]");
    ASSERT_MISFIT(bml_rows_matmul(&y, &a, &a), "bml_list_matmul: rows of w: found 2, expected 3");
    ASSERT_MISFIT(bml_rows_matmul_nt(&y, &a, &b),
                  "bml_list_matmul_nt: columns of w: found 2, expected 3");
    ASSERT_MISFIT(bml_rows_matmul_tn(&y, &a, &b),
                  "bml_list_matmul_tn: rows of w: found 3, expected 2");
    ASSERT_MISFIT(bml_rows_matvec(&y, &a, &row), "found [1,2], expected [1,3]");
    ASSERT_MISFIT(bml_rows_layernorm(&y, &b, &row, &a, 0), "found [2,3], expected [1,2]");
    ASSERT_MISFIT(bml_rows_layernorm(&y, &b, &a, &row, 0), "found [2,3], expected [1,2]");
    ASSERT_MISFIT(bml_rows_softmax_ce(&y, &loss, &a, &labels), "labels: found 3, expected 2");
    ASSERT_MISFIT(bml_rows_reshape(&y, 5, 1, &a), "elements: found 6, expected 5");
    ASSERT_MISFIT(bml_rows_reshape_by(&y, 3, 2, &a, bml_eq_refl(5)),
                  "witness of x's elements: found 5, expected 6");
    ASSERT_MISFIT(bml_rows_reshape_by(&y, 5, 1, &a, bml_eq_refl(6)),
                  "witness of y's elements: found 6, expected 5");
    ASSERT_MISFIT(bml_rows_reshape_by(&y, 5, 1, &a, ((bml_eq){6, 5})),
                  "elements: found 6, expected 5");
    ASSERT_MISFIT(bml_rows_append_rows(&y, &a, &b), "columns of b: found 2, expected 3");
    ASSERT_MISFIT(bml_rows_slice(&y, &a, 1, 2), "rows: found 2 from 1 on, expected at most 2");
    ASSERT_MISFIT(bml_rows_slice(&y, &a, 3, SIZE_MAX), "expected at most 2");
    ASSERT_MISFIT(bml_rows_columns(&y, &a, 2, 2), "columns: found 2 from 2 on");
    ASSERT_MISFIT(bml_rows_band(&y, &a, 2, 2), "band: found 2, expected one below 2");
    ASSERT_MISFIT(bml_rows_band_vec(&y, &a, 0, 0), "band: found 0, expected one below 0");
    ASSERT_FAULT(bml_rows_argmax(&labels, &a), "indices: found 3, expected 2");
    ASSERT_FAULT(assert_int_equal(bml_rows_count_correct(&a, &labels), 0), "labels: found 3");
    ASSERT_FAULT(assert_null(bml_rows_get_row(&a, 2)), "found row 2, expected one below 2");
    bml_rows_free(&a), bml_rows_free(&b), bml_rows_free(&row), bml_rows_free(&y);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips),       cmocka_unit_test(arrays), cmocka_unit_test(statuses),
        cmocka_unit_test(too_many_elements), cmocka_unit_test(faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
