/* Every variant of every kernel that this machine runs, called by name, over sizes 0..67 and odd
 * offsets. */
#include "tensor_array/kernels/kernels_internal.h"

#include <math.h>
#include <string.h>

#include "expect.h"
#include "random.h"

enum { MOST = 67, OFFSETS = 4, ROOM = MOST + OFFSETS + 8 };

static const bml_kernels *variants[BML_ISA_COUNT];
static size_t variant_count;

/* Runs `check` for every variant, size and offset. */
static void for_all(void (*check)(const bml_kernels *kernels, size_t n, size_t offset)) {
    for (size_t v = 0; v < variant_count; v++)
        for (size_t n = 0; n <= MOST; n++)
            for (size_t offset = 0; offset < OFFSETS; offset++)
                check(variants[v], n, offset);
}

typedef struct buffers {
    float a[ROOM], b[ROOM], y[ROOM];
} buffers;

static buffers fresh(void) {
    buffers data;
    bml_test_random_fill(data.a, ROOM);
    bml_test_random_fill(data.b, ROOM);
    for (size_t i = 0; i < ROOM; i++)
        data.y[i] = NAN;
    return data;
}

/* y[offset..] is what is expected, and nothing around it was written. */
static void assert_output(const bml_kernels *kernels, const char *what, const float *y,
                          const float *expected, size_t n, size_t offset, float tolerance) {
    for (size_t i = 0; i < ROOM; i++) {
        if (i < offset || i >= offset + n) {
            if (!isnan(y[i]))
                fail_msg("%s %s n=%zu offset=%zu: wrote at %zu", kernels->name, what, n, offset, i);
        } else if (y[i] != expected[i - offset] &&
                   !(fabsf(y[i] - expected[i - offset]) <= tolerance)) {
            fail_msg("%s %s n=%zu offset=%zu: found %g at %zu, expected %g", kernels->name, what, n,
                     offset, (double)y[i], i - offset, (double)expected[i - offset]);
        }
    }
}

static void check_add(const bml_kernels *kernels, size_t n, size_t offset) {
    buffers d = fresh();
    float expected[ROOM] = {0};
    for (size_t i = 0; i < n; i++)
        expected[i] = d.a[i + offset] + d.b[i + 1];
    kernels->add(d.y + offset, d.a + offset, d.b + 1, n);
    assert_output(kernels, "add", d.y, expected, n, offset, 0);
}

static void check_sub_mul(const bml_kernels *kernels, size_t n, size_t offset) {
    buffers d = fresh();
    float difference[ROOM] = {0}, product[ROOM] = {0};
    for (size_t i = 0; i < n; i++) {
        difference[i] = d.a[i + offset] - d.b[i + 1];
        product[i] = d.a[i + offset] * d.b[i + 1];
    }
    kernels->sub(d.y + offset, d.a + offset, d.b + 1, n);
    assert_output(kernels, "sub", d.y, difference, n, offset, 0);
    kernels->mul(d.y + offset, d.a + offset, d.b + 1, n);
    assert_output(kernels, "mul", d.y, product, n, offset, 0);
}

static void check_gelu(const bml_kernels *kernels, size_t n, size_t offset) {
    buffers d = fresh();
    float expected[ROOM] = {0};
    for (size_t i = 0; i < n; i++) {
        double x = (double)(d.a[i + 1] *= 12);
        expected[i] = (float)(x / 2 * (1 + tanh(0.7978845608028654 * (x + 0.044715 * x * x * x))));
    }
    kernels->gelu(d.y + offset, d.a + 1, n);
    assert_output(kernels, "gelu", d.y, expected, n, offset, 12 * 0x1p-21f);
}

static void check_layernorm(const bml_kernels *kernels, size_t n, size_t offset) {
    buffers d = fresh(), w = fresh();
    float expected[ROOM] = {0};
    double mean = 0, variance = 0;
    for (size_t i = 0; i < n; i++)
        mean += (double)d.a[i + 1] / (double)n;
    for (size_t i = 0; i < n; i++)
        variance += pow((double)d.a[i + 1] - mean, 2) / (double)n;
    for (size_t i = 0; i < n; i++)
        expected[i] = (float)(((double)d.a[i + 1] - mean) / sqrt(variance + 0.01) * (double)w.a[i] +
                              (double)w.b[i]);
    kernels->layernorm(d.y + offset, d.a + 1, w.a, w.b, n, 0.01f);
    assert_output(kernels, "layernorm", d.y, expected, n, offset, 1e-5f);
}

static void check_scale(const bml_kernels *kernels, size_t n, size_t offset) {
    buffers d = fresh();
    float expected[ROOM] = {0};
    for (size_t i = 0; i < n; i++)
        expected[i] = 0.3f * d.a[i + 1];
    kernels->scale(d.y + offset, 0.3f, d.a + 1, n);
    assert_output(kernels, "scale", d.y, expected, n, offset, 0);
}

static void check_add_scaled(const bml_kernels *kernels, size_t n, size_t offset) {
    buffers d = fresh();
    float expected[ROOM] = {0};
    for (size_t i = 0; i < n; i++) {
        expected[i] = d.b[i] + 0.3f * d.a[i + 1];
        d.y[i + offset] = d.b[i];
    }
    kernels->add_scaled(d.y + offset, 0.3f, d.a + 1, n);
    assert_output(kernels, "add_scaled", d.y, expected, n, offset, 1e-6f);
}

static void check_relu(const bml_kernels *kernels, size_t n, size_t offset) {
    buffers d = fresh();
    float expected[ROOM] = {0}, expected_bwd[ROOM] = {0};
    for (size_t i = 0; i < n; i++) {
        expected[i] = d.a[i + 1] > 0 ? d.a[i + 1] : 0;
        expected_bwd[i] = d.a[i + 1] > 0 ? d.b[i] : 0;
    }
    kernels->relu(d.y + offset, d.a + 1, n);
    assert_output(kernels, "relu", d.y, expected, n, offset, 0);
    d.y[ROOM - 1] = NAN;
    kernels->relu_bwd(d.y + offset, d.b, d.a + 1, n);
    assert_output(kernels, "relu_bwd", d.y, expected_bwd, n, offset, 0);
}

static void check_in_place(const bml_kernels *kernels, size_t n, size_t offset) {
    buffers d = fresh();
    float expected[ROOM] = {0};
    for (size_t i = 0; i < n; i++) {
        expected[i] = d.a[i] > 0 ? d.a[i] : 0;
        d.y[i + offset] = d.a[i];
    }
    kernels->relu(d.y + offset, d.y + offset, n);
    assert_output(kernels, "relu in place", d.y, expected, n, offset, 0);
    for (size_t i = 0; i < n; i++)
        expected[i] += expected[i];
    kernels->add(d.y + offset, d.y + offset, d.y + offset, n);
    assert_output(kernels, "add in place", d.y, expected, n, offset, 0);
}

static void check_from_bytes(const bml_kernels *kernels, size_t n, size_t offset) {
    static const float divisors[] = {255, 256, 3, 0.1f, 1e-38f, 3e38f, -7};
    uint8_t bytes[ROOM];
    for (size_t d = 0; d < sizeof divisors / sizeof *divisors; d++) {
        buffers data = fresh();
        float expected[ROOM] = {0};
        for (size_t i = 0; i < n; i++) {
            bytes[i + 1] = (uint8_t)bml_test_random(256);
            expected[i] = (float)bytes[i + 1] / divisors[d];
        }
        kernels->from_bytes(data.y + offset, bytes + 1, n, divisors[d]);
        assert_output(kernels, "from_bytes", data.y, expected, n, offset, 0);
    }
}

static void check_dot(const bml_kernels *kernels, size_t n, size_t offset) {
    buffers d = fresh();
    double expected = 0;
    for (size_t i = 0; i < n; i++)
        expected += (double)d.a[i + offset] * (double)d.b[i + 1];
    for (size_t i = n + offset; i < ROOM; i++)
        d.a[i] = NAN;
    ASSERT_NEAR(kernels->dot(d.a + offset, d.b + 1, n), expected, 1e-5);
}

static void check_max(const bml_kernels *kernels, size_t n, size_t offset) {
    buffers d = fresh();
    float expected = -INFINITY;
    for (size_t i = 0; i < n; i++)
        expected = fmaxf(expected, d.a[i + offset]);
    d.a[n + offset] = 2;
    assert_true(kernels->max(d.a + offset, n) == expected);
}

static void check_col_sums(const bml_kernels *kernels, size_t n, size_t offset) {
    enum { ROWS = 5 };
    float x[ROWS * ROOM], expected[ROOM] = {0};
    bml_test_random_fill(x, ROWS * ROOM);
    for (int pass = 0; pass < 2; pass++) { /* beta = 0 over NaN, then beta = 0.5 */
        buffers d = fresh();
        for (size_t j = 0; j < n; j++) {
            float sum = 0;
            for (size_t i = 0; i < ROWS; i++)
                sum += x[i * ROOM + j + 1];
            expected[j] = 2 * sum + (pass ? 0.5f * d.a[j] : 0);
            if (pass)
                d.y[j + offset] = d.a[j];
        }
        kernels->col_sums(d.y + offset, 2, x + 1, ROOM, ROWS, n, pass ? 0.5f : 0);
        assert_output(kernels, "col_sums", d.y, expected, n, offset, 1e-6f);
    }
}

static void check_exp(const bml_kernels *kernels, size_t n, size_t offset) {
    buffers d = fresh();
    float expected[ROOM] = {0};
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        d.a[i + 1] *= 40;
        expected[i] = (float)exp((double)d.a[i + 1] - 40.0);
        sum += (double)expected[i];
    }
    float found = kernels->exp_shifted(d.y + offset, d.a + 1, 40, n);
    assert_output(kernels, "exp_shifted", d.y, expected, n, offset, 0x1p-22f);
    ASSERT_NEAR(found, sum, 1e-5 * sum);
    assert_true(kernels->exp_shifted(NULL, d.a + 1, 40, n) == found);
}

static void elementwise(void **state) {
    (void)state;
    for_all(check_add);
    for_all(check_sub_mul);
    for_all(check_scale);
    for_all(check_gelu);
    for_all(check_add_scaled);
    for_all(check_relu);
    for_all(check_in_place);
    for_all(check_from_bytes);
}

static void reductions(void **state) {
    (void)state;
    for_all(check_dot);
    for_all(check_max);
    for_all(check_col_sums);
    for_all(check_exp);
    for_all(check_layernorm);
}

/* The bound of exp that the headers state, over the whole range, and what is outside it. */
static void exponential_bound(void **state) {
    (void)state;
    for (size_t v = 0; v < variant_count; v++) {
        double worst = 0;
        for (float x = -87.3125f; x <= 0; x += 1.0f / 4096) {
            float found;
            variants[v]->exp_shifted(&found, &x, 0, 1);
            double expected = exp((double)x);
            worst = fmax(worst, fabs((double)found - expected) / expected);
        }
        print_message("%s: relative error of exp 2^%.2f\n", variants[v]->name, log2(worst));
        assert_true(worst <= 0x1p-22);
        const float special[] = {-INFINITY, -88, -1e30f, NAN, 0};
        float found[5];
        variants[v]->exp_shifted(found, special, 0, 5);
        assert_true(found[0] == 0 && found[1] == 0 && found[2] == 0 && isnan(found[3]));
        assert_true(found[4] == 1);
    }
}

static void special_values(void **state) {
    (void)state;
    const float x[] = {NAN, INFINITY, -INFINITY, -0.0f, 1}, dy[] = {1, 2, 3, 4, 5};
    for (size_t v = 0; v < variant_count; v++) {
        float y[5], dx[5];
        variants[v]->relu(y, x, 5);
        assert_true(isnan(y[0]) && y[1] == INFINITY && y[2] == 0 && y[3] == 0 && y[4] == 1);
        variants[v]->relu_bwd(dx, dy, x, 5);
        const float expected[] = {1, 2, 0, 0, 5};
        assert_memory_equal(dx, expected, sizeof expected);
        variants[v]->gelu(y, x, 5);
        assert_true(isnan(y[0]) && y[1] == INFINITY && isnan(y[2]) && y[3] == 0);
    }
}

int main(void) {
    for (int isa = 0; isa <= (int)bml_isa_best_(); isa++)
        if (bml_kernels_of_((bml_isa)isa))
            variants[variant_count++] = bml_kernels_of_((bml_isa)isa);
    for (int isa = (int)bml_isa_best_() + 1; isa < BML_ISA_COUNT; isa++)
        print_message("SKIPPED: %s, which this machine does not have\n",
                      bml_isa_name_((bml_isa)isa));
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elementwise),
        cmocka_unit_test(reductions),
        cmocka_unit_test(exponential_bound),
        cmocka_unit_test(special_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
