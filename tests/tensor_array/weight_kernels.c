/* Every variant of the weights' kernels that this machine runs, by name, over sizes 0..67. */
#include "tensor_array/kernels/kernels_internal.h"

#include <math.h>
#include <stdlib.h>

#include "expect.h"
#include "random.h"
#include "tensor_array/weight_internal.h"

enum { MOST = 67, ROOM = 192 };

static void for_all(void (*check)(const bml_weight_kernels *kernels, size_t n)) {
    size_t count = 0;
    for (; bml_weight_kernels_at_(count); count++)
        for (size_t n = 0; n <= MOST; n++)
            check(bml_weight_kernels_at_(count), n);
    assert_true(count >= 1);
    assert_ptr_equal(bml_weight_kernels_(), bml_weight_kernels_at_(count - 1));
}

static void assert_close(const bml_weight_kernels *kernels, const char *what,
                         const bml_array *found, const bml_array *expected, size_t k) {
    for (size_t i = 0; i < found->rows; i++)
        for (size_t j = 0; j < found->cols; j++)
            if (!(fabsf(bml_row_(found, i)[j] - bml_row_(expected, i)[j]) <=
                  (float)(k + 8) * 0x1p-22f))
                fail_msg("%s %s: [%zu,%zu] k=%zu at (%zu,%zu): found %.9g, expected %.9g",
                         kernels->name, what, found->rows, found->cols, k, i, j,
                         (double)bml_row_(found, i)[j], (double)bml_row_(expected, i)[j]);
    assert_true(bml_test_surroundings_kept(found));
}

/* Rows 1 to 8 and a depth in turn, of the n that is given. */
static void check_plain_of(const bml_weight_kernels *kernels, size_t n, bml_transpose op) {
    bool turned = op == BML_TRANSPOSE;
    for (size_t m = 1; m <= BML_WEIGHT_ROWS; m++) {
        size_t k = 1 + bml_test_random(n % 8 ? MOST : 600);
        bml_array x = bml_test_random_view(m, k), y = bml_test_random_view(m, n);
        bml_array w = turned ? bml_test_random_view(n, k) : bml_test_random_view(k, n);
        bml_array expected = bml_test_random_view(m, n);
        bml_plain_product task = {m, n, k, x.data, x.stride, w.data, w.stride, y.data, y.stride};
        (turned ? kernels->f32_nt : kernels->f32)(&task);
        bml_array_gemm_reference(&expected, 1, BML_NO_TRANSPOSE, &x, op, &w, 0);
        assert_close(kernels, turned ? "f32_nt" : "f32", &y, &expected, k);
        bml_test_release(&x), bml_test_release(&y), bml_test_release(&w);
        bml_test_release(&expected);
    }
}

static void check_plain(const bml_weight_kernels *kernels, size_t n) {
    check_plain_of(kernels, n, BML_NO_TRANSPOSE);
    check_plain_of(kernels, n, BML_TRANSPOSE);
}

static void check_round(const bml_weight_kernels *kernels, size_t n) {
    float x[ROOM];
    uint16_t found[ROOM];
    size_t padded = (n + 63) / 64 * 64;
    bml_test_random_fill(x, ROOM);
    x[1] = NAN, x[2] = -INFINITY, x[3] = 0x1.01p0f, x[4] = 0x1.03p0f, x[5] = 1e-40f;
    memset(found, 0xab, sizeof found);
    kernels->round(found, x + 1, n);
    for (size_t i = 0; i < ROOM; i++) {
        uint16_t expected = i < n ? bml_to_bf16_(x[i + 1]) : i < padded ? 0 : 0xabab;
        if (found[i] != expected)
            fail_msg("%s round n=%zu: found %x at %zu, expected %x", kernels->name, n, found[i], i,
                     expected);
    }
}

static void expect_block(const bml_weight_kernels *kernels, const int8_t *found, float scale,
                         int32_t start, const float *x, size_t n) {
    float most = 0;
    int32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        most = fmaxf(most, fabsf(x[i]));
    for (size_t i = 0; i < 32; i++) {
        float number = i < n && most > 0 ? rintf(x[i] * (127 / most)) : 0;
        sum += (int32_t)number;
        if (found[i] != (int8_t)number)
            fail_msg("%s quantize: found %d, expected %g", kernels->name, found[i],
                     (double)number);
    }
    assert_true(scale == most / 127);
    assert_int_equal(start, -8 * sum);
}

static void check_quantize(const bml_weight_kernels *kernels, size_t n) {
    float x[ROOM], scales[ROOM / 32];
    int8_t found[ROOM];
    int32_t starts[ROOM / 32];
    size_t padded = (n + 63) / 64 * 64;
    bml_test_random_fill(x, ROOM);
    memset(found, 0x5a, sizeof found);
    kernels->quantize(found, scales, starts, x + 1, n, -8);
    for (size_t i = 0; i < padded; i += 32)
        expect_block(kernels, found + i, scales[i / 32], starts[i / 32], x + 1 + i,
                     n <= i ? 0 : n - i < 32 ? n - i : 32);
    for (size_t i = padded; i < ROOM; i++)
        assert_int_equal(found[i], 0x5a);
}

typedef struct activations {
    uint16_t halves[13 * 128];
    int8_t bytes[13 * 128];
    float scales[13 * 4];
    int32_t starts[13 * 4];
} activations;

/* X as the kernel for `format` takes it; `seen` becomes what it stands for. */
static void bring(activations *to, const bml_weight_kernels *kernels, bml_format format,
                  const bml_array *x, bml_array *seen) {
    size_t depth = bml_units_(x->cols) * 64;
    for (size_t i = 0; i < x->rows; i++) {
        kernels->round(to->halves + i * depth, bml_row_(x, i), x->cols);
        kernels->quantize(to->bytes + i * depth, to->scales + i * depth / 32,
                          to->starts + i * depth / 32, bml_row_(x, i), x->cols,
                          format == BML_FORMAT_Q8 ? -128 : -8);
        for (size_t k = 0; k < x->cols; k++)
            bml_row_(seen, i)[k] =
                format == BML_FORMAT_BF16
                    ? bml_from_bf16_(to->halves[i * depth + k])
                    : to->scales[(i * depth + k) / 32] * (float)to->bytes[i * depth + k];
    }
}

static void check_packed_of(const bml_weight_kernels *kernels, size_t m, size_t n, size_t k,
                            bml_format format, bool more) {
    activations brought;
    bml_weight_array w;
    bml_array x = bml_test_random_view(m, k), seen = bml_test_random_view(m, k);
    bml_array from = bml_test_random_view(k, n), y = bml_test_random_view(m, n);
    bml_array expected = bml_test_random_view(m, n), before = bml_test_random_view(m, n);
    bml_array_copy(&before, &y);
    ASSERT_OK(bml_weight_array_pack(&w, format, BML_NO_TRANSPOSE, &from));
    bring(&brought, kernels, format, &x, &seen);
    if (!more)
        bml_array_fill(&y, NAN); /* must not be read */
    bml_packed_product task = {.rows = m,
                               .cols = n,
                               .units = bml_units_(k),
                               .x = format == BML_FORMAT_BF16 ? (void *)brought.halves
                                                              : (void *)brought.bytes,
                               .scales = brought.scales,
                               .starts = brought.starts,
                               .w = w.data,
                               .w_panel = bml_units_(k) * bml_unit_bytes_(format),
                               .y = y.data,
                               .y_row = y.stride,
                               .more = more};
    (format == BML_FORMAT_BF16 ? kernels->bf16
     : format == BML_FORMAT_Q8 ? kernels->q8
                               : kernels->q4)(&task);
    bml_array_matmul_weight_reference(&expected, &seen, &w);
    if (more)
        bml_array_add(&expected, &expected, &before);
    assert_close(kernels, bml_format_name(format), &y, &expected, k);
    bml_weight_array_free(&w);
    bml_test_release(&x), bml_test_release(&seen), bml_test_release(&from), bml_test_release(&y);
    bml_test_release(&expected), bml_test_release(&before);
}

static void check_packed(const bml_weight_kernels *kernels, size_t n) {
    for (int format = BML_FORMAT_BF16; format < BML_FORMAT_COUNT; format++)
        for (size_t m = 1; m <= 13; m++)
            check_packed_of(kernels, m, n, 1 + bml_test_random(128), (bml_format)format, m % 2);
}

/* The greatest products there are do not overflow anything. */
static void greatest(void **state) {
    (void)state;
    for (size_t i = 0; bml_weight_kernels_at_(i); i++)
        for (int format = BML_FORMAT_Q8; format <= BML_FORMAT_Q4; format++)
            for (int sign = -1; sign <= 1; sign += 2) {
                const bml_weight_kernels *kernels = bml_weight_kernels_at_(i);
                activations brought;
                bml_weight_array w;
                bml_array x = bml_test_random_view(1, 64), from = bml_test_random_view(64, 1);
                float y;
                bml_array_fill(&x, (float)sign);
                bml_array_fill(&from, -1);
                ASSERT_OK(bml_weight_array_pack(&w, (bml_format)format, BML_NO_TRANSPOSE, &from));
                bring(&brought, kernels, (bml_format)format, &x, &x);
                bml_packed_product task = {1, 1, 1, brought.bytes, brought.scales, brought.starts,
                                           w.data, 0, &y, 1, false};
                (format == BML_FORMAT_Q8 ? kernels->q8 : kernels->q4)(&task);
                ASSERT_NEAR(y, -64 * sign, 0.6);
                bml_weight_array_free(&w);
                bml_test_release(&x), bml_test_release(&from);
            }
}

static void plain(void **state) {
    (void)state;
    for_all(check_plain);
}

static void rounding(void **state) {
    (void)state;
    for_all(check_round);
}

static void quantizing(void **state) {
    (void)state;
    for_all(check_quantize);
}

static void packed(void **state) {
    (void)state;
    for_all(check_packed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain),  cmocka_unit_test(rounding), cmocka_unit_test(quantizing),
        cmocka_unit_test(packed), cmocka_unit_test(greatest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
