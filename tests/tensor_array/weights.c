/* Products with weights in every format, against plain loops over what the weights stand for. */
#include "tensor_array/weight_internal.h"

#include <math.h>
#include <stdlib.h>

#include "expect.h"
#include "random.h"
#include "tensor_array/kernels/kernels_internal.h"

static const bml_transpose ways[] = {BML_NO_TRANSPOSE, BML_TRANSPOSE};

static bml_array source_of(bml_transpose op, size_t k, size_t n) {
    return op == BML_TRANSPOSE ? bml_test_random_view(n, k) : bml_test_random_view(k, n);
}

static float element(const bml_array *x, bml_transpose op, size_t k, size_t n) {
    return op == BML_TRANSPOSE ? bml_row_(x, n)[k] : bml_row_(x, k)[n];
}

static bml_array column_of(const bml_weight_array *w, size_t n) {
    bml_array v = bml_test_random_view(1, w->rows);
    ASSERT_OK(bml_weight_array_column(&v, w, n));
    assert_true(bml_test_surroundings_kept(&v));
    return v;
}

static void assert_same_bits(const bml_array *x, const bml_array *y) {
    for (size_t i = 0; i < x->rows && x->cols; i++)
        assert_memory_equal(bml_row_(x, i), bml_row_(y, i), x->cols * sizeof(float));
}

/* ---- What activations become, by plain loops ---- */

/* Replaces a row by the numbers that packed weights are multiplied by. */
static void round_row(float *x, size_t k, bml_format format) {
    for (size_t i = 0; i < k && format == BML_FORMAT_BF16; i++)
        x[i] = bml_from_bf16_(bml_to_bf16_(x[i]));
    for (size_t first = 0; first < k && format > BML_FORMAT_BF16; first += BML_BLOCK) {
        size_t last = first + BML_BLOCK < k ? first + BML_BLOCK : k;
        float most = 0;
        for (size_t i = first; i < last; i++)
            most = fmaxf(most, fabsf(x[i]));
        for (size_t i = first; i < last && most > 0; i++)
            x[i] = rintf(x[i] * (127 / most)) * (most / 127);
    }
}

static bml_array rounded(const bml_array *x, bml_format format) {
    bml_array copy = bml_test_random_view(x->rows, x->cols);
    bml_array_copy(&copy, x);
    for (size_t i = 0; i < x->rows; i++)
        round_row(bml_row_(&copy, i), x->cols, format);
    return copy;
}

static void assert_close(const bml_array *found, const bml_array *expected, size_t k,
                         const char *what) {
    float tolerance = (float)(k + 8) * 0x1p-22f;
    for (size_t i = 0; i < found->rows; i++)
        for (size_t j = 0; j < found->cols; j++)
            if (!(fabsf(bml_row_(found, i)[j] - bml_row_(expected, i)[j]) <= tolerance))
                fail_msg("%s: [%zu,%zu] k=%zu at (%zu,%zu): found %.9g, expected %.9g", what,
                         found->rows, found->cols, k, i, j, (double)bml_row_(found, i)[j],
                         (double)bml_row_(expected, i)[j]);
}

/* ---- Products ---- */

static void check_product(size_t m, size_t n, size_t k, bml_format format, bml_transpose op) {
    bml_weight_array w;
    bml_array from = source_of(op, k, n), x = bml_test_random_view(m, k);
    bml_array y = bml_test_random_view(m, n), expected = bml_test_random_view(m, n);
    bml_array seen = rounded(&x, format);
    ASSERT_OK(bml_weight_array_pack(&w, format, op, &from));
    bml_array_matmul_weight(&y, &x, &w);
    bml_array_matmul_weight_reference(&expected, &seen, &w);
    assert_close(&y, &expected, k, bml_format_name(format));
    assert_true(bml_test_surroundings_kept(&y));
    bml_array_fill(&y, NAN);
    bml_weight_array_free(&w);
    if (format == BML_FORMAT_F32) { /* and where it lies */
        bml_weight_array_view(&w, op, &from);
        bml_array_matmul_weight(&y, &x, &w);
        assert_close(&y, &expected, k, "view");
        assert_true(bml_test_surroundings_kept(&y));
    }
    bml_test_release(&from), bml_test_release(&x), bml_test_release(&y);
    bml_test_release(&expected), bml_test_release(&seen);
}

static void products(void **state) {
    (void)state;
    static const size_t some[] = {0, 1, 2, 7, 8, 15, 16, 17, 33, 64, 67};
    enum { COUNT = sizeof some / sizeof *some };
    for (int format = 0; format < BML_FORMAT_COUNT; format++)
        for (int way = 0; way < 2; way++) {
            for (size_t i = 0; i < COUNT * COUNT * COUNT; i++)
                check_product(some[i % COUNT], some[i / COUNT % COUNT], some[i / COUNT / COUNT],
                              (bml_format)format, ways[way]);
            check_product(1, 700, 3072, (bml_format)format, ways[way]);
            check_product(3, 5000, 300, (bml_format)format, ways[way]);
            check_product(130, 100, 1600, (bml_format)format, ways[way]);
            check_product(65, 40, 840, (bml_format)format, ways[way]);
        }
}

/* A row of Y is the same whatever is multiplied with it and by how many threads. */
static void rows_agree(void **state) {
    (void)state;
    for (int format = 0; format < BML_FORMAT_COUNT; format++)
        for (int way = 0; way < 2; way++) {
            enum { M = 150, N = 330, K = 900 };
            bml_weight_array w;
            bml_array from = source_of(ways[way], K, N), x = bml_test_random_view(M, K);
            bml_array whole = bml_test_random_view(M, N), y = bml_test_random_view(M, N);
            ASSERT_OK(bml_weight_array_pack(&w, (bml_format)format, ways[way], &from));
            bml_set_threads(1);
            bml_array_matmul_weight(&whole, &x, &w);
            for (size_t threads = 1; threads <= 4; threads++) {
                bml_set_threads(threads);
                bml_array_matmul_weight(&y, &x, &w);
                assert_same_bits(&y, &whole);
                for (size_t bands = 2; bands <= M; bands += bands) {
                    bml_array_fill(&y, NAN);
                    for (size_t i = 0; i < bands; i++) {
                        bml_array part, to;
                        bml_array_band(&part, &x, i, bands);
                        bml_array_band(&to, &y, i, bands);
                        bml_array_matmul_weight(&to, &part, &w);
                    }
                    assert_same_bits(&y, &whole);
                }
            }
            bml_set_threads(0);
            bml_weight_array_free(&w);
            bml_test_release(&from), bml_test_release(&x);
            bml_test_release(&whole), bml_test_release(&y);
        }
}

/* f32 weights give what bml_matmul gives. */
static void same_as_gemm(void **state) {
    (void)state;
    if (bml_blas_used_())
        skip();
    for (size_t m = 1; m < 12; m++)
        for (int way = 0; way < 2; way++) {
            enum { N = 100, K = 600 };
            bml_weight_array w;
            bml_array from = source_of(ways[way], K, N), x = bml_test_random_view(m, K);
            bml_array y = bml_test_random_view(m, N), expected = bml_test_random_view(m, N);
            bml_weight_array_view(&w, ways[way], &from);
            bml_array_matmul_weight(&y, &x, &w);
            bml_array_gemm(&expected, 1, BML_NO_TRANSPOSE, &x, ways[way], &from, 0);
            assert_same_bits(&y, &expected);
            bml_test_release(&from), bml_test_release(&x);
            bml_test_release(&y), bml_test_release(&expected);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products),
        cmocka_unit_test(rows_agree),
        cmocka_unit_test(same_as_gemm),
    };
    (void)column_of, (void)element;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
