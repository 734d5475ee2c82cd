/* Products against three plain loops, in every way they can be asked for. */
#include <bendml/tensor_array.h>

#include <dirent.h>
#include <math.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "expect.h"
#include "random.h"
#include "tensor_array/array_internal.h"
#include "tensor_array/kernels/kernels_internal.h"

/* The four ways to transpose, by number. */
static bml_transpose left(int way) {
    return way & 1 ? BML_TRANSPOSE : BML_NO_TRANSPOSE;
}

static bml_transpose right(int way) {
    return way & 2 ? BML_TRANSPOSE : BML_NO_TRANSPOSE;
}

static bml_array operand_for(bml_transpose op, size_t rows, size_t cols) {
    return op == BML_TRANSPOSE ? bml_test_random_view(cols, rows)
                               : bml_test_random_view(rows, cols);
}

static void assert_close(const bml_array *found, const bml_array *expected, size_t k,
                         const char *what) {
    float tolerance = (float)(k + 2) * 0x1p-22f;
    for (size_t i = 0; i < found->rows; i++)
        for (size_t j = 0; j < found->cols; j++)
            if (!(fabsf(bml_row_(found, i)[j] - bml_row_(expected, i)[j]) <= tolerance))
                fail_msg("%s: [%zu,%zu] k=%zu at (%zu,%zu): found %g, expected %g", what,
                         found->rows, found->cols, k, i, j, (double)bml_row_(found, i)[j],
                         (double)bml_row_(expected, i)[j]);
}

static void assert_same_bits(const bml_array *x, const bml_array *y) {
    for (size_t i = 0; i < x->rows && x->cols; i++)
        assert_memory_equal(bml_row_(x, i), bml_row_(y, i), x->cols * sizeof(float));
}

static void check_one(size_t m, size_t n, size_t k, bml_transpose op_a, bml_transpose op_b,
                      float alpha, float beta) {
    bml_array a = operand_for(op_a, m, k), b = operand_for(op_b, k, n);
    bml_array c = bml_test_random_view(m, n), expected = bml_test_random_view(m, n);
    if (beta == 0)
        bml_array_fill(&c, NAN); /* must not be read */
    bml_array_copy(&expected, &c);
    bml_array_gemm(&c, alpha, op_a, &a, op_b, &b, beta);
    bml_array_gemm_reference(&expected, alpha, op_a, &a, op_b, &b, beta);
    assert_close(&c, &expected, k, "gemm");
    assert_true(bml_test_surroundings_kept(&c));
    bml_test_release(&a), bml_test_release(&b), bml_test_release(&c), bml_test_release(&expected);
}

static void sizes(void **state) {
    (void)state;
    static const size_t some[] = {0, 1, 2, 3, 5, 7, 8, 13, 16, 17, 33, 67};
    enum { COUNT = sizeof some / sizeof *some };
    for (size_t i = 0; i < COUNT * COUNT * COUNT; i++)
        for (int op = 0; op < 4; op++) {
            size_t m = some[i % COUNT], n = some[i / COUNT % COUNT], k = some[i / COUNT / COUNT];
            check_one(m, n, k, left(op), right(op), 1, 0);
            check_one(m, n, k, left(op), right(op), -0.5f, 1);
        }
    for (int op = 0; op < 4;
         op++) { /* over the blocks of k, the chunks of rows, and several threads */
        check_one(401, 131, 517, left(op), right(op), 1, 0);
        check_one(13, 300, 1025, left(op), right(op), 2, -3);
        check_one(784, 128, 100, left(op), right(op), -0.1f, 1);
        check_one(100, 10, 784, left(op), right(op), 1, 0);
    }
}

/* Each variant by its name, straight, since a process uses only one. */
static void variants(void **state) {
    (void)state;
    for (int isa = 0; isa <= (int)bml_isa_best_(); isa++) {
        const bml_kernels *kernels = bml_kernels_of_((bml_isa)isa);
        for (size_t i = 0; kernels && i < 300; i++) {
            size_t m = 1 + bml_test_random(67), n = 1 + bml_test_random(67);
            size_t k = 1 + bml_test_random(i % 10 ? 67 : 700);
            bml_array a = bml_test_random_view(m, k), b = bml_test_random_view(n, k);
            bml_array c = bml_test_random_view(m, n), expected = bml_test_random_view(m, n);
            bml_array_copy(&expected, &c);
            kernels->product(m, n, k, 0.5f, (bml_operand){a.data, a.stride, 1},
                             (bml_operand){b.data, 1, b.stride}, 2, c.data, c.stride);
            bml_array_gemm_reference(&expected, 0.5f, BML_NO_TRANSPOSE, &a, BML_TRANSPOSE, &b, 2);
            assert_close(&c, &expected, k, kernels->name);
            assert_true(bml_test_surroundings_kept(&c));
            bml_test_release(&a), bml_test_release(&b);
            bml_test_release(&c), bml_test_release(&expected);
        }
    }
}

static void zero_depth(void **state) {
    (void)state;
    bml_array a = bml_test_random_view(3, 0), b = bml_test_random_view(0, 4);
    bml_array c = bml_test_random_view(3, 4), before = bml_test_random_view(3, 4);
    bml_array_copy(&before, &c);
    bml_array_gemm(&c, 1, BML_NO_TRANSPOSE, &a, BML_NO_TRANSPOSE, &b, 2);
    for (size_t i = 0; i < 12; i++)
        assert_true(bml_row_(&c, i / 4)[i % 4] == 2 * bml_row_(&before, i / 4)[i % 4]);
    bml_array_fill(&c, NAN);
    bml_array_gemm(&c, 1, BML_NO_TRANSPOSE, &a, BML_NO_TRANSPOSE, &b, 0);
    for (size_t i = 0; i < 12; i++)
        assert_true(bml_row_(&c, i / 4)[i % 4] == 0);
    bml_test_release(&a), bml_test_release(&b), bml_test_release(&c), bml_test_release(&before);
}

/* m, n, k at which several threads have work to do. */
static const size_t large[][3] = {
    {100, 128, 784}, {784, 128, 100}, {401, 67, 517}, {61, 1024, 64}, {7, 2000, 300}};

static void threads_agree(void **state) {
    (void)state;
    for (size_t s = 0; s < sizeof large / sizeof *large; s++)
        for (int op = 0; op < 4; op++) {
            size_t m = large[s][0], n = large[s][1], k = large[s][2];
            bml_array a = operand_for(left(op), m, k), b = operand_for(right(op), k, n);
            bml_array c = bml_test_random_view(m, n), one = bml_test_random_view(m, n);
            bml_set_threads(1);
            bml_array_gemm(&one, 1, left(op), &a, right(op), &b, 0);
            for (size_t threads = 2; threads <= 5; threads++) {
                bml_set_threads(threads);
                bml_array_gemm(&c, 1, left(op), &a, right(op), &b, 0);
                if (bml_blas_used_())
                    assert_close(&c, &one, k, "threads");
                else
                    assert_same_bits(&c, &one);
            }
            bml_set_threads(0);
            bml_test_release(&a), bml_test_release(&b), bml_test_release(&c);
            bml_test_release(&one);
        }
}

BML_DIM_RT(m);
BML_DIM_RT(k);
BML_DIM_RT(n);
BML_SHAPE(m, k);
BML_SHAPE(k, n);
BML_SHAPE(m, n);
BML_VECTOR(m);
BML_VECTOR(k);

static void check_bands(size_t rows, size_t cols, size_t depth, size_t count) {
    bml_mat(m, k) x = {bml_test_random_view(rows, depth)};
    bml_mat(k, n) w = {bml_test_random_view(depth, cols)};
    bml_mat(m, n) y = {bml_test_random_view(rows, cols)};
    bml_mat(m, n) whole = {bml_test_random_view(rows, cols)};
    bml_vec(k) v = {bml_test_random_view(1, depth)};
    bml_vec(m) u = {bml_test_random_view(1, rows)}, whole_u = {bml_test_random_view(1, rows)};
    bml_matmul(&whole, &x, &w);
    bml_matvec(&whole_u, &x, &v);
    for (size_t i = 0; i < count; i++) {
        bml_mat_band(m, k) x_band;
        bml_mat_band(m, n) y_band;
        bml_vec_band(m) u_band;
        bml_band(&x_band, &x, i, count);
        bml_band(&y_band, &y, i, count);
        bml_band_vec(&u_band, &u, i, count);
        assert_true(y_band.raw.rows == 0 || y_band.raw.data >= y.raw.data); /* no copy */
        bml_matmul(&y_band, &x_band, &w);
        bml_matvec(&u_band, &x_band, &v);
    }
    if (bml_blas_used_())
        assert_close(&y.raw, &whole.raw, depth, "bands");
    else
        assert_same_bits(&y.raw, &whole.raw);
    assert_same_bits(&u.raw, &whole_u.raw);
    bml_test_release(&x.raw), bml_test_release(&w.raw), bml_test_release(&y.raw);
    bml_test_release(&whole.raw), bml_test_release(&v.raw), bml_test_release(&u.raw);
    bml_test_release(&whole_u.raw);
}

static void bands_are_the_whole(void **state) {
    (void)state;
    for (size_t count = 1; count <= 9; count++) {
        check_bands(67, 45, 300, count);
        check_bands(100, 128, 784, count);
        check_bands(5, 7, 3, count);
        check_bands(0, 7, 3, count);
    }
}

static void matvec_sums(void **state) {
    (void)state;
    for (size_t rows = 0; rows < 40; rows += 3)
        for (size_t depth = 0; depth <= 130; depth += 13) {
            bml_array w = bml_test_random_view(rows, depth), x = bml_test_random_view(1, depth);
            bml_array y = bml_test_random_view(1, rows);
            bml_array_matvec(&y, &w, &x);
            for (size_t i = 0; i < rows; i++) {
                double sum = 0;
                for (size_t j = 0; j < depth; j++)
                    sum += (double)bml_row_(&w, i)[j] * (double)x.data[j];
                ASSERT_NEAR(y.data[i], sum, 1e-5);
            }
            bml_test_release(&w), bml_test_release(&x), bml_test_release(&y);
        }
}

/* A child of a process whose threads have worked must neither hang nor differ. */
static void after_fork(void **state) {
    (void)state;
    bml_set_threads(4);
    bml_array a = bml_test_random_view(200, 300), b = bml_test_random_view(300, 200);
    bml_array c = bml_test_random_view(200, 200), again = bml_test_random_view(200, 200);
    bml_array_gemm(&c, 1, BML_NO_TRANSPOSE, &a, BML_NO_TRANSPOSE, &b, 0);
    pid_t child = fork();
    if (child == 0) {
        alarm(20);
        bml_array_gemm(&again, 1, BML_NO_TRANSPOSE, &a, BML_NO_TRANSPOSE, &b, 0);
        for (size_t i = 0; i < 200; i++)
            for (size_t j = 0; j < 200; j++)
                if (fabsf(bml_row_(&c, i)[j] - bml_row_(&again, i)[j]) > 1e-4f)
                    _exit(1);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    bml_set_threads(0);
    bml_test_release(&a), bml_test_release(&b), bml_test_release(&c), bml_test_release(&again);
}

static size_t count_threads(void) {
    size_t count = 0;
    DIR *folder = opendir("/proc/self/task");
    assert_non_null(folder);
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

/* With one thread of ours a product must not use more than one of the machine's, whatever OpenBLAS
 * this is: it starts none (some builds have done so before main), and uses no more time of
 * processors than passes. Run first, while the process has no threads of ours. */
static void no_threads_of_others(void **state) {
    (void)state;
    struct timespec start, end;
    size_t threads = count_threads();
    bml_array a = bml_test_random_view(700, 700), b = bml_test_random_view(700, 700);
    bml_array c = bml_test_random_view(700, 700);
    bml_set_threads(1);
    bml_array_gemm(&c, 1, BML_NO_TRANSPOSE, &a, BML_NO_TRANSPOSE, &b, 0);
    clock_gettime(CLOCK_MONOTONIC, &start);
    clock_t used = clock();
    for (int i = 0; i < 100; i++)
        bml_array_gemm(&c, 1, BML_NO_TRANSPOSE, &a, BML_NO_TRANSPOSE, &b, 0);
    used = clock() - used;
    clock_gettime(CLOCK_MONOTONIC, &end);
    double wall =
        (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    double cpu =
        (double)used / CLOCKS_PER_SEC; /* of all threads: on one it cannot pass the wall's */
    print_message("%.2f s of processors in %.2f s\n", cpu, wall);
    assert_true(cpu <= 1.2 * wall + 0.15); /* idle ones spin for a moment at first */
    assert_int_equal(count_threads(), threads);
    bml_set_threads(0);
    bml_test_release(&a), bml_test_release(&b), bml_test_release(&c);
}

static void wrong_sizes_fault(void **state) {
    (void)state;
    bml_mat(m, k) x = {bml_test_random_view(2, 3)};
    bml_mat(k, n) w = {bml_test_random_view(4, 5)};
    bml_mat(m, n) y = {bml_test_random_view(2, 5)};
    ASSERT_FAULT(bml_matmul(&y, &x, &w),
                 "bml_gemm: inner size of the right side: found 4, expected 3");
    bml_array narrow = y.raw;
    narrow.cols = 4;
    bml_array w3 = w.raw;
    w3.rows = 3;
    ASSERT_FAULT(bml_array_gemm(&narrow, 1, BML_NO_TRANSPOSE, &x.raw, BML_NO_TRANSPOSE, &w3, 0),
                 "found [2,4], expected [2,5]");
    bml_array inside = w3;
    inside.rows = 2;
    ASSERT_FAULT(bml_array_gemm(&inside, 1, BML_NO_TRANSPOSE, &x.raw, BML_NO_TRANSPOSE, &w3, 0),
                 "overlap");
    bml_test_release(&x.raw), bml_test_release(&w.raw), bml_test_release(&y.raw);
}

/* Slices of columns of one matrix share its addresses, not its elements. */
static void column_slices_are_apart(void **state) {
    (void)state;
    bml_array qkv = bml_test_random_view(6, 18), q, k, v;
    bml_array_columns(&q, &qkv, 0, 6);
    bml_array_columns(&k, &qkv, 6, 6);
    bml_array_columns(&v, &qkv, 12, 6);
    bml_array expected = bml_test_random_view(6, 6);
    bml_array_gemm_reference(&expected, 1, BML_NO_TRANSPOSE, &q, BML_TRANSPOSE, &k, 0);
    bml_array_gemm(&v, 1, BML_NO_TRANSPOSE, &q, BML_TRANSPOSE, &k, 0);
    assert_close(&v, &expected, 6, "slices");
    bml_array_columns(&v, &qkv, 11, 6);
    ASSERT_FAULT(bml_array_gemm(&v, 1, BML_NO_TRANSPOSE, &q, BML_TRANSPOSE, &k, 0), "overlap");
    bml_test_release(&qkv), bml_test_release(&expected);
}

int main(void) {
    print_message("%s\n", bml_build_info());
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_threads_of_others),
        cmocka_unit_test(sizes),
        cmocka_unit_test(variants),
        cmocka_unit_test(zero_depth),
        cmocka_unit_test(threads_agree),
        cmocka_unit_test(bands_are_the_whole),
        cmocka_unit_test(matvec_sums),
        cmocka_unit_test(after_fork),
        cmocka_unit_test(wrong_sizes_fault),
        cmocka_unit_test(column_slices_are_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
