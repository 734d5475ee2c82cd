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
    bml_weight_array_free(&w);
    if (format == BML_FORMAT_F32) { /* and where it lies */
        bml_array_fill(&y, NAN);
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

/* A NaN or an infinity in X makes its own row NaN (bf16, f32: as IEEE 754 has them), no other. */
static void not_finite(void **state) {
    (void)state;
    enum { M = 5, N = 20, K = 70 };
    bml_array from = bml_test_random_view(K, N), x = bml_test_random_view(M, K);
    bml_array y = bml_test_random_view(M, N);
    bml_array_fill(&from, 0.5f);
    bml_row_(&x, 1)[69] = NAN;
    bml_row_(&x, 3)[1] = INFINITY;
    for (int format = 0; format < BML_FORMAT_COUNT; format++) {
        bml_weight_array w;
        ASSERT_OK(bml_weight_array_pack(&w, (bml_format)format, BML_NO_TRANSPOSE, &from));
        bml_array_matmul_weight(&y, &x, &w);
        for (size_t j = 0; j < N; j++) {
            assert_true(isnan(bml_row_(&y, 1)[j]));
            assert_true(!isfinite(bml_row_(&y, 3)[j]));
            assert_true(isfinite(bml_row_(&y, 0)[j]) && isfinite(bml_row_(&y, 4)[j]));
        }
        bml_weight_array_free(&w);
    }
    bml_test_release(&from), bml_test_release(&x), bml_test_release(&y);
}

/* Activations below the least scale count as zero with q8 and q4. */
static void tiny_activations(void **state) {
    (void)state;
    bml_array from = bml_test_random_view(64, 3), x = bml_test_random_view(1, 64);
    bml_array y = bml_test_random_view(1, 3);
    for (int format = BML_FORMAT_Q8; format <= BML_FORMAT_Q4; format++)
        for (int exponent = -149; exponent <= 120; exponent++) {
            bml_weight_array w;
            bml_array_fill(&from, 1);
            bml_array_fill(&x, ldexpf(1, exponent));
            ASSERT_OK(bml_weight_array_pack(&w, (bml_format)format, BML_NO_TRANSPOSE, &from));
            bml_array_matmul_weight(&y, &x, &w);
            float expected = exponent < -100 ? 0 : ldexpf(64, exponent);
            for (size_t j = 0; j < 3; j++)
                ASSERT_NEAR(y.data[j], expected, expected / 100);
            bml_weight_array_free(&w);
        }
    bml_test_release(&from), bml_test_release(&x), bml_test_release(&y);
}

static void broken_contracts(void **state) {
    (void)state;
    bml_array x = bml_test_random_view(2, 3), from = bml_test_random_view(3, 4);
    bml_array y = bml_test_random_view(2, 4), narrow = bml_test_random_view(2, 3);
    bml_array same = {from.data, 2, 4, from.stride, NULL};
    bml_weight_array w;
    bml_weight_array_view(&w, BML_NO_TRANSPOSE, &from);
    ASSERT_FAULT(bml_array_matmul_weight(&y, &y, &w),
                 "bml_matmul_weight: inner size of the weight: found 3, expected 4");
    ASSERT_FAULT(bml_array_matmul_weight(&narrow, &x, &w), "found [2,3], expected [2,4]");
    ASSERT_FAULT(bml_array_matmul_weight(&same, &x, &w), "overlap");
    ASSERT_FAULT(bml_array_matmul_weight_reference(&narrow, &x, &w), "found [2,3]");
    ASSERT_FAULT((void)!bml_weight_array_column(&narrow, &w, 0), "found [2,3], expected [1,3]");
    same = (bml_array){x.data, 2, 4, x.stride, NULL};
    ASSERT_FAULT(bml_array_matmul_weight(&same, &x, &w), "overlap");
    bml_test_release(&x), bml_test_release(&from), bml_test_release(&y);
    bml_test_release(&narrow);
}

BML_DIM_RT(m);
BML_DIM(k, 40);
BML_DIM(n, 5);
BML_SHAPE(m, k);
BML_SHAPE(k, n);
BML_SHAPE(n, k);
BML_SHAPE(m, n);
BML_VECTOR(k);

typedef struct handles {
    bml_mat(m, k) x;
    bml_mat(k, n) from;
    bml_mat(n, k) turned;
    bml_mat(m, n) y, again;
    bml_vec(k) column;
} handles;

static handles fresh(void) {
    handles h = {0};
    bml_dim_m rows;
    ASSERT_OK(bml_dim_check(&rows, 3));
    ASSERT_OK(bml_alloc(&h.x, rows, bml_dim(k)));
    ASSERT_OK(bml_alloc(&h.from, bml_dim(k), bml_dim(n)));
    ASSERT_OK(bml_alloc(&h.turned, bml_dim(n), bml_dim(k)));
    ASSERT_OK(bml_alloc(&h.y, rows, bml_dim(n)));
    ASSERT_OK(bml_alloc(&h.again, rows, bml_dim(n)));
    ASSERT_OK(bml_alloc_vec(&h.column, bml_dim(k)));
    bml_test_random_fill(h.x.raw.data, 3 * h.x.raw.stride);
    bml_test_random_fill(h.from.raw.data, 40 * h.from.raw.stride);
    bml_transpose(&h.turned, &h.from);
    return h;
}

static void release(handles *h) {
    bml_free(&h->x), bml_free(&h->from), bml_free(&h->turned);
    bml_free(&h->y), bml_free(&h->again), bml_free(&h->column);
}

static void typed(void **state) {
    (void)state;
    handles h = fresh();
    bml_weight(k, n) w, mapped;
    bml_weight_view(&w, &h.from);
    bml_matmul_weight(&h.y, &h.x, &w);
    bml_weight_view_nt(&w, &h.turned);
    bml_matmul_weight(&h.again, &h.x, &w);
    assert_same_bits(&h.y.raw, &h.again.raw);

    ASSERT_OK(bml_weight_pack(&w, BML_FORMAT_Q8, &h.from));
    bml_matmul_weight(&h.y, &h.x, &w);
    size_t bytes;
    ASSERT_OK(bml_weight_array_bytes(&bytes, BML_FORMAT_Q8, 40, 5));
    ASSERT_OK(bml_weight_from_bytes(&mapped, BML_FORMAT_Q8, bml_dim(k), bml_dim(n), w.raw.data,
                                    bytes));
    bml_matmul_weight(&h.again, &h.x, &mapped);
    assert_same_bits(&h.y.raw, &h.again.raw);
    ASSERT_OK(bml_weight_column(&h.column, &mapped, 4));
    ASSERT_NEAR(h.column.raw.data[7], bml_row_(&h.from.raw, 7)[4], 1.0 / 252);
    bml_weight_free(&mapped); /* owns nothing */
    bml_weight_free(&w);
    ASSERT_OK(bml_weight_pack_nt(&w, BML_FORMAT_Q8, &h.turned));
    bml_matmul_weight(&h.again, &h.x, &w);
    assert_same_bits(&h.y.raw, &h.again.raw);
    bml_weight_free(&w);
    release(&h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products),
        cmocka_unit_test(rows_agree),
        cmocka_unit_test(same_as_gemm),
        cmocka_unit_test(not_finite),
        cmocka_unit_test(tiny_activations),
        cmocka_unit_test(broken_contracts),
        cmocka_unit_test(typed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
