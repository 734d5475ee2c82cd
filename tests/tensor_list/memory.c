/* Every allocation of every operation fails once: a status, the output as it was, nothing kept. */
#include "failing_allocator.h"
#include "lists.h"

enum { M = 70, N = 3 }; /* two levels of the tree, the last node not full */

static bml_rows a, b, row, column;
static float values[M * N];

#define OPERATION(name, call) \
    static bml_status name(bml_rows *y) { \
        return call; \
    }

static void keep(void *context, size_t i, float *y, const float *x) {
    (void)context, (void)i;
    memcpy(y, x, N * sizeof *y);
}

static bml_status from_rows(bml_rows *y) {
    const float *rows[M];
    size_t lengths[M];
    for (size_t i = 0; i < M; i++)
        rows[i] = values, lengths[i] = N;
    return bml_rows_from_rows(y, M, N, rows, lengths, M);
}

static bml_status softmax_ce(bml_rows *y) {
    static uint32_t labels[M];
    double loss = 7;
    bml_status status = bml_rows_softmax_ce(y, &loss, &a, &(bml_index_array){labels, M, NULL});
    assert_true((status == BML_OK) == (loss != 7));
    return status;
}

static bml_array array_of_values = {values, M, N, N, NULL};

OPERATION(zeros, bml_rows_zeros(y, M, N))
OPERATION(fill, bml_rows_fill(y, 32 * 32 + 1, N, 3))
OPERATION(from_list, bml_rows_from_list(y, M, N, values, M *N))
OPERATION(write_row, bml_rows_write_row(y, &a, 40, values, N))
OPERATION(from_bytes, bml_rows_from_bytes(y, 1, 3, (uint8_t[]){1, 2, 3}, 3, 1))
OPERATION(from_array, bml_rows_from_array(y, &array_of_values))
OPERATION(append_row, bml_rows_append_row(y, &a, values, N))
OPERATION(append_first, bml_rows_append_row(y, &(bml_rows){0, N, NULL}, values, N))
OPERATION(append_rows, bml_rows_append_rows(y, &a, &b))
OPERATION(append_to_itself, bml_rows_append_rows(y, y, y))
OPERATION(slice, bml_rows_slice(y, &a, 1, M - 1))
OPERATION(band, bml_rows_band(y, &a, 0, 2))
OPERATION(band_vec, bml_rows_band_vec(y, &row, 0, 2))
OPERATION(columns, bml_rows_columns(y, &a, 1, 2))
OPERATION(transpose, bml_rows_transpose(y, &a))
OPERATION(reshape, bml_rows_reshape(y, N, M, &a))
OPERATION(reshape_by, bml_rows_reshape_by(y, N, M, &a, bml_eq_refl(M *N)))
OPERATION(flatten, bml_rows_flatten(y, &a))
OPERATION(reshape_swap, bml_rows_reshape_swap(y, &a))
OPERATION(add, bml_rows_add(y, &a, &b))
OPERATION(sub, bml_rows_sub(y, &a, &b))
OPERATION(mul, bml_rows_mul(y, &a, &b))
OPERATION(scale, bml_rows_scale(y, 2, &a))
OPERATION(add_row, bml_rows_add_row(y, &a, &row))
OPERATION(relu, bml_rows_relu(y, &a))
OPERATION(relu_bwd, bml_rows_relu_bwd(y, &a, &b))
OPERATION(sgd, bml_rows_sgd(y, &a, 1, &b))
OPERATION(gelu, bml_rows_gelu(y, &a))
OPERATION(map, bml_rows_map(y, N, &a, keep, NULL))
OPERATION(matmul, bml_rows_matmul(y, &a, &column))
OPERATION(matmul_nt, bml_rows_matmul_nt(y, &a, &b))
OPERATION(matmul_tn, bml_rows_matmul_tn(y, &a, &b))
OPERATION(matvec, bml_rows_matvec(y, &a, &row))
OPERATION(col_sums, bml_rows_col_sums(y, &a))
OPERATION(softmax, bml_rows_softmax(y, &a))
OPERATION(layernorm, bml_rows_layernorm(y, &a, &row, &row, 1))
OPERATION(in_place, bml_rows_add(y, y, y))

static bml_status (*const operations[])(bml_rows *y) = {
    zeros,      fill,         from_list,   from_rows,        write_row, from_bytes,   from_array,
    append_row, append_first, append_rows, append_to_itself, slice,     band,         band_vec,
    columns,    transpose,    reshape,     reshape_by,       flatten,   reshape_swap, add,
    sub,        mul,          scale,       add_row,          relu,      relu_bwd,     sgd,
    gelu,       map,          matmul,      matmul_nt,        matmul_tn, matvec,       col_sums,
    softmax,    layernorm,    softmax_ce,  in_place,
};

static void expect_clean_failures(bml_status (*operation)(bml_rows *y)) {
    bml_status status;
    size_t k = 0;
    bml_rows y = {0};
    ASSERT_OK(bml_rows_fill(&y, 3, 3, 5));
    for (;;) {
        bml_rows before = y;
        size_t live = bml_test_live_blocks();
        bml_test_fail_at(++k);
        status = operation(&y);
        if (bml_test_calls() < k)
            break; /* fewer allocations than that */
        ASSERT_FAILS(status, BML_ERROR_MEMORY, "no memory for");
        assert_true(y.root == before.root && y.rows == 3 && y.cols == 3);
        assert_int_equal(bml_test_live_blocks(), live);
    }
    assert_int_equal(status, BML_OK);
    assert_true(k > 1 && y.root);
    bml_rows_free(&y);
}

static void every_allocation_fails(void **state) {
    (void)state;
    bml_test_fail_at(0);
    bml_test_random_fill(values, M * N);
    a = random_list(M, N), b = random_list(M, N);
    row = random_list(1, N), column = random_list(N, 1);
    size_t live = bml_test_live_blocks();
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        expect_clean_failures(operations[i]);
        bml_test_fail_at(0);
        assert_int_equal(bml_test_live_blocks(), live);
    }
    bml_rows_free(&a), bml_rows_free(&b), bml_rows_free(&row), bml_rows_free(&column);
    assert_int_equal(bml_test_live_blocks(), 0);
    bml_set_allocator(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_fails)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
