/* The packed form: how near it is, how it lies in memory, what is refused. */
#include "tensor_array/weight_internal.h"

#include <math.h>
#include <stdlib.h>

#include "expect.h"
#include "failing_allocator.h"
#include "random.h"

static const bml_transpose ways[] = {BML_NO_TRANSPOSE, BML_TRANSPOSE};

static bml_array source_of(bml_transpose op, size_t k, size_t n) {
    return op == BML_TRANSPOSE ? bml_test_random_view(n, k) : bml_test_random_view(k, n);
}

static float element(const bml_array *x, bml_transpose op, size_t k, size_t n) {
    return op == BML_TRANSPOSE ? bml_row_(x, n)[k] : bml_row_(x, k)[n];
}

/* The greatest of the block of 32 that k is in. */
static float greatest_near(const bml_array *x, bml_transpose op, size_t k, size_t n, size_t depth) {
    float most = 0;
    for (size_t i = k / 32 * 32; i < k / 32 * 32 + 32 && i < depth; i++)
        most = fmaxf(most, fabsf(element(x, op, i, n)));
    return most;
}

static float bound(bml_format format, float value, float most) {
    return format == BML_FORMAT_F32    ? 0
           : format == BML_FORMAT_BF16 ? fabsf(value) / 256
           : format == BML_FORMAT_Q8   ? most / 252
                                       : most / 5;
}

static void check_columns(size_t k, size_t n, bml_format format, bml_transpose op) {
    bml_weight_array w;
    bml_array from = source_of(op, k, n), v = bml_test_random_view(1, k);
    ASSERT_OK(bml_weight_array_pack(&w, format, op, &from));
    for (size_t j = 0; j < n; j++) {
        ASSERT_OK(bml_weight_array_column(&v, &w, j));
        for (size_t i = 0; i < k; i++) {
            float value = element(&from, op, i, j);
            ASSERT_NEAR(v.data[i], value,
                        bound(format, value, greatest_near(&from, op, i, j, k)));
        }
    }
    assert_true(bml_test_surroundings_kept(&v));
    ASSERT_FAILS(bml_weight_array_column(&v, &w, n), BML_ERROR_RANGE, "expected one below");
    bml_weight_array_free(&w);
    bml_test_release(&from), bml_test_release(&v);
}

static void columns(void **state) {
    (void)state;
    static const size_t sizes[] = {1, 15, 16, 17, 31, 32, 33, 64, 65, 100};
    for (int format = 0; format < BML_FORMAT_COUNT; format++)
        for (size_t i = 0; i < 100; i++)
            for (int way = 0; way < 2; way++)
                check_columns(sizes[i % 10], sizes[i / 10], (bml_format)format, ways[way]);
}

/* The numbers as the header says where they are, read without the library. */
static float documented(const unsigned char *bytes, bml_format format, size_t units, size_t k,
                        size_t n) {
    static const size_t sizes[] = {[BML_FORMAT_BF16] = 2048, [BML_FORMAT_Q8] = 1088,
                                   [BML_FORMAT_Q4] = 576};
    const unsigned char *unit = bytes + (n / 16 * units + k / 64) * sizes[format];
    size_t column = n % 16, half = k % 64 / 32, in_half = k % 32;
    if (format == BML_FORMAT_BF16) {
        const unsigned char *at = unit + k % 64 / 2 * 64 + column * 4 + k % 2 * 2;
        return bml_from_bf16_((uint16_t)(at[0] | at[1] << 8));
    }
    const unsigned char *scale = unit + half * 32 + column * 2;
    float d = bml_from_bf16_((uint16_t)(scale[0] | scale[1] << 8));
    if (format == BML_FORMAT_Q8)
        return d * (float)(unit[64 + k % 64 / 4 * 64 + column * 4 + k % 4] - 128);
    unsigned both = unit[64 + half * 256 + in_half % 16 / 4 * 64 + column * 4 + k % 4];
    return d * (float)((int)(in_half < 16 ? both & 15 : both >> 4) - 8);
}

static void layout(void **state) {
    (void)state;
    enum { K = 150, N = 37, UNITS = 3, PANELS = 3 };
    bml_array from = bml_test_random_view(K, N), v = bml_test_random_view(1, K);
    for (int format = BML_FORMAT_BF16; format < BML_FORMAT_COUNT; format++) {
        bml_weight_array w;
        ASSERT_OK(bml_weight_array_pack(&w, (bml_format)format, BML_NO_TRANSPOSE, &from));
        for (size_t n = 0; n < 16 * PANELS; n++) {
            if (n < N)
                ASSERT_OK(bml_weight_array_column(&v, &w, n));
            for (size_t k = 0; k < 64 * UNITS; k++)
                assert_true(documented(w.data, (bml_format)format, UNITS, k, n) ==
                            (k < K && n < N ? v.data[k] : 0));
        }
        bml_weight_array_free(&w);
    }
    bml_test_release(&from), bml_test_release(&v);
}

/* A row of 8 and 16 values of known form, to the byte. */
static void golden(void **state) {
    (void)state;
    float column[BML_PANEL][BML_UNIT] = {{127, -127, 64, 1, 0.4f}};
    unsigned char unit[2048];
    bml_unit_pack_(unit, BML_FORMAT_Q8, (const float(*)[BML_UNIT])column);
    static const unsigned char q8[] = {255, 1, 192, 129};
    assert_int_equal(unit[0] | unit[1] << 8, 0x3f80); /* 1 in bf16 */
    assert_memory_equal(unit + 64, q8, 4);
    assert_int_equal(unit[64 + 64], 128);
    column[0][0] = -8, column[0][1] = 7, column[0][2] = 3, column[0][3] = 0, column[0][16] = -1;
    bml_unit_pack_(unit, BML_FORMAT_Q4, (const float(*)[BML_UNIT])column);
    static const unsigned char q4[] = {7 << 4 | 0, 8 << 4 | 15, 8 << 4 | 11, 8 << 4 | 8};
    assert_int_equal(unit[0] | unit[1] << 8, 0x3f80);
    assert_memory_equal(unit + 64, q4, 4);
    column[0][1] = 1 + 0x1p-8f; /* a tie, to even: 1; then 1 + 2^-6 */
    column[0][2] = 1 + 0x3p-8f;
    bml_unit_pack_(unit, BML_FORMAT_BF16, (const float(*)[BML_UNIT])column);
    assert_int_equal(unit[2] | unit[3] << 8, 0x3f80);
    assert_int_equal(unit[64] | unit[65] << 8, 0x3f82);
}

static double square_error(const float *x, const float *found) {
    double error = 0;
    for (size_t i = 0; i < BML_BLOCK; i++)
        error += pow((double)x[i] - (double)found[i], 2);
    return error;
}

/* q4 is no worse than with the greatest at -8 of its scale. */
static void q4_scale(void **state) {
    (void)state;
    double chosen = 0, plain = 0;
    for (int round = 0; round < 1000; round++) {
        float x[BML_PANEL][BML_UNIT] = {{0}}, found[BML_UNIT], at_eight[BML_UNIT], most = 0;
        unsigned char unit[2048];
        bml_test_random_fill(x[3], BML_UNIT);
        for (size_t i = 0; i < BML_BLOCK; i++)
            most = fabsf(x[3][i]) > fabsf(most) ? x[3][i] : most;
        float d = bml_from_bf16_(bml_to_bf16_(most / -8));
        for (size_t i = 0; i < BML_BLOCK; i++)
            at_eight[i] = d * fminf(7, fmaxf(-8, rintf(x[3][i] / d)));
        bml_unit_pack_(unit, BML_FORMAT_Q4, (const float(*)[BML_UNIT])x);
        bml_unit_column_(found, BML_FORMAT_Q4, unit, 3);
        chosen += square_error(x[3], found);
        plain += square_error(x[3], at_eight);
        assert_true(square_error(x[3], found) <= square_error(x[3], at_eight) * 1.0001);
    }
    assert_true(chosen < 0.95 * plain);
}

static void extremes(void **state) {
    (void)state;
    static const float values[] = {0, 1e-40f, 0x1p-101f, 0x1p-100f, 1e-20f, 1e20f, 3e38f};
    bml_array from = bml_test_random_view(70, 1), v = bml_test_random_view(1, 70);
    for (int format = BML_FORMAT_BF16; format < BML_FORMAT_COUNT; format++)
        for (size_t i = 0; i < sizeof values / sizeof *values; i++)
            for (int kind = 0; kind < 3; kind++) {
                bml_weight_array w;
                bml_array_fill(&from, values[i]);
                if (kind)
                    bml_row_(&from, 40)[0] = kind == 1 ? NAN : -INFINITY;
                ASSERT_OK(bml_weight_array_pack(&w, (bml_format)format, BML_NO_TRANSPOSE, &from));
                ASSERT_OK(bml_weight_array_column(&v, &w, 0));
                bool quantized = format != BML_FORMAT_BF16;
                float least = quantized ? 0x1p-100f : 1e-38f;
                float expected = values[i] < least && quantized ? 0 : values[i];
                ASSERT_NEAR(v.data[0], expected, expected / 5 + 1e-42f);
                ASSERT_NEAR(v.data[69], expected, expected / 5 + 1e-42f);
                assert_true(!kind || !isfinite(v.data[40]));
                assert_true(!kind || !quantized || isnan(v.data[63]));
                bml_weight_array_free(&w);
            }
    bml_test_release(&from), bml_test_release(&v);
}

/* Bytes at an odd address, as in a mapped file. */
static void from_bytes(void **state) {
    (void)state;
    enum { M = 3, K = 100, N = 20 };
    bml_array from = bml_test_random_view(K, N), x = bml_test_random_view(M, K);
    bml_array y = bml_test_random_view(M, N), again = bml_test_random_view(M, N);
    for (int format = 0; format < BML_FORMAT_COUNT; format++) {
        bml_weight_array w, mapped;
        size_t bytes, shift = format == BML_FORMAT_F32 ? 4 : 1;
        ASSERT_OK(bml_weight_array_pack(&w, (bml_format)format, BML_NO_TRANSPOSE, &from));
        ASSERT_OK(bml_weight_array_bytes(&bytes, (bml_format)format, K, N));
        unsigned char *copy = malloc(bytes + shift);
        assert_non_null(copy);
        memcpy(copy + shift, w.data, bytes);
        ASSERT_OK(bml_weight_array_from_bytes(&mapped, (bml_format)format, K, N, copy + shift,
                                              bytes));
        bml_array_matmul_weight(&y, &x, &w);
        bml_array_matmul_weight(&again, &x, &mapped);
        for (size_t i = 0; i < M; i++)
            assert_memory_equal(bml_row_(&y, i), bml_row_(&again, i), N * sizeof(float));
        bml_weight_array before = mapped;
        ASSERT_FAILS(bml_weight_array_from_bytes(&mapped, (bml_format)format, K, N, copy,
                                                 bytes - 1),
                     BML_ERROR_SIZE, "bytes, expected");
        assert_memory_equal(&before, &mapped, sizeof mapped);
        free(copy);
        bml_weight_array_free(&mapped), bml_weight_array_free(&w);
    }
    bml_test_release(&from), bml_test_release(&x), bml_test_release(&y);
    bml_test_release(&again);
}

static void refused(void **state) {
    (void)state;
    size_t bytes = 7;
    bml_weight_array w = {0};
    bml_array x = bml_test_random_view(3, 4);
    ASSERT_FAILS(bml_weight_array_bytes(&bytes, BML_FORMAT_COUNT, 1, 1), BML_ERROR_UNSUPPORTED,
                 "found format 4");
    ASSERT_FAILS(bml_weight_array_pack(&w, (bml_format)99, BML_NO_TRANSPOSE, &x),
                 BML_ERROR_UNSUPPORTED, "found format 99");
    ASSERT_FAILS(bml_weight_array_from_bytes(&w, (bml_format)-1, 3, 4, x.data, 48),
                 BML_ERROR_UNSUPPORTED, "found format");
    ASSERT_FAILS(bml_weight_array_from_bytes(&w, BML_FORMAT_F32, 3, 4, (char *)x.data + 1, 48),
                 BML_ERROR_UNSUPPORTED, "multiple of 4");
    for (int format = 0; format < BML_FORMAT_COUNT; format++)
        ASSERT_FAILS(bml_weight_array_bytes(&bytes, (bml_format)format, SIZE_MAX / 2, 64),
                     BML_ERROR_SIZE, "over SIZE_MAX");
    assert_int_equal(bytes, 7);
    assert_null(w.data);
    assert_string_equal(bml_format_name(BML_FORMAT_Q4), "q4");
    assert_string_equal(bml_format_name((bml_format)-1), "unknown");
    bml_test_release(&x);
}

static void no_memory(void **state) {
    (void)state;
    bml_array x = bml_test_random_view(3, 4);
    for (int format = 0; format < BML_FORMAT_COUNT; format++) {
        bml_weight_array w = {.rows = 5};
        bml_test_fail_at(1);
        ASSERT_FAILS(bml_weight_array_pack(&w, (bml_format)format, BML_NO_TRANSPOSE, &x),
                     BML_ERROR_MEMORY, "weight: no memory for");
        assert_int_equal(w.rows, 5);
        assert_int_equal(bml_test_live_blocks(), 0);
        bml_test_fail_at(2);
        ASSERT_OK(bml_weight_array_pack(&w, (bml_format)format, BML_NO_TRANSPOSE, &x));
        assert_int_equal(bml_test_calls(), 1);
        bml_weight_array_free(&w);
        assert_int_equal(bml_test_live_blocks(), 0);
        assert_null(w.data);
    }
    bml_set_allocator(NULL);
    bml_weight_array_free(NULL);
    bml_test_release(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_memory), cmocka_unit_test(columns),    cmocka_unit_test(layout),
        cmocka_unit_test(golden),    cmocka_unit_test(q4_scale),   cmocka_unit_test(extremes),
        cmocka_unit_test(refused),   cmocka_unit_test(from_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
