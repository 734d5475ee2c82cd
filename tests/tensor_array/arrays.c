/* Making arrays, moving numbers, views, and what a wrong size or index is told. */
#include <bendml/tensor_array.h>

#include <math.h>
#include <string.h>

#include "expect.h"
#include "failing_allocator.h"
#include "random.h"
#include "tensor_array/array_internal.h"

static void alloc_gives_aligned_zeros(void **state) {
    (void)state;
    for (size_t rows = 0; rows < 5; rows++)
        for (size_t cols = 0; cols < 40; cols++) {
            bml_array y;
            ASSERT_OK(bml_array_alloc(&y, rows, cols));
            assert_true(y.rows == rows && y.cols == cols && y.stride >= cols);
            for (size_t i = 0; i < rows; i++) {
                assert_true((uintptr_t)bml_row_(&y, i) % 64 == 0);
                for (size_t j = 0; j < cols; j++)
                    assert_true(bml_row_(&y, i)[j] == 0);
            }
            bml_array_free(&y);
            assert_null(y.data);
            bml_array_free(&y);
        }
    bml_array_free(NULL);
}

static void impossible_sizes(void **state) {
    (void)state;
    bml_array y = {NULL, 7, 7, 7, NULL};
    ASSERT_FAILS(bml_array_alloc(&y, SIZE_MAX, 2), BML_ERROR_SIZE, "18446744073709551615 times 16");
    ASSERT_FAILS(bml_array_alloc(&y, 1, SIZE_MAX), BML_ERROR_SIZE, "[1,18446744073709551615]");
    ASSERT_FAILS(bml_array_alloc(&y, (size_t)1 << 40, (size_t)1 << 22), BML_ERROR_SIZE, "bytes");
    assert_true(y.rows == 7); /* as it was */
}

static void every_allocation_can_fail(void **state) {
    (void)state;
    bml_array x = bml_test_random_view(3, 4);
    for (size_t k = 1; k <= 3; k++) {
        bml_array y = {NULL, 7, 7, 7, NULL}, z = y;
        bml_index_array ids = {NULL, 7, NULL};
        bml_test_fail_at(k);
        bml_status one = bml_array_alloc(&y, 2, 3), two = bml_array_clone(&z, &x);
        bml_status three = bml_index_alloc(&ids, 5);
        assert_int_equal(one, k == 1 ? BML_ERROR_MEMORY : BML_OK);
        assert_int_equal(two, k == 2 ? BML_ERROR_MEMORY : BML_OK);
        assert_int_equal(three, k == 3 ? BML_ERROR_MEMORY : BML_OK);
        assert_true((k == 1) == (y.rows == 7) && (k == 2) == (z.rows == 7));
        assert_true((k == 3) == (ids.count == 7));
        bml_array_free(&y), bml_array_free(&z), bml_index_free(&ids);
        assert_int_equal(bml_test_live_blocks(), 0);
        bml_set_allocator(NULL);
    }
    bml_test_release(&x);
}

static void lists_and_rows(void **state) {
    (void)state;
    const float values[] = {1, 2, 3, 4, 5, 6};
    float back[6] = {0};
    bml_array y = bml_test_random_view(2, 3);
    ASSERT_OK(bml_array_from_list(&y, values, 6));
    assert_true(bml_row_(&y, 1)[0] == 4);
    ASSERT_OK(bml_array_to_list(back, 6, &y));
    assert_memory_equal(values, back, sizeof back);
    ASSERT_OK(bml_array_write_row(&y, 1, values, 3));
    ASSERT_OK(bml_array_read_row(back, 3, &y, 1));
    assert_memory_equal(values, back, 3 * sizeof *back);
    ASSERT_FAILS(bml_array_from_list(&y, values, 5), BML_ERROR_SIZE,
                 "found 5 values, expected 6 for [2,3]");
    ASSERT_FAILS(bml_array_to_list(back, 7, &y), BML_ERROR_SIZE, "found 7 values, expected 6");
    ASSERT_FAILS(bml_array_write_row(&y, 2, values, 3), BML_ERROR_RANGE,
                 "found row 2, expected one below 2");
    ASSERT_FAILS(bml_array_read_row(back, 2, &y, 0), BML_ERROR_SIZE, "found 2 values, expected 3");
    assert_true(bml_test_surroundings_kept(&y));
    bml_test_release(&y);
}

static void indices(void **state) {
    (void)state;
    const uint32_t values[] = {3, 0, 9};
    bml_index_array y;
    ASSERT_OK(bml_index_alloc(&y, 3));
    ASSERT_OK(bml_index_from_list(&y, values, 3, 10));
    assert_memory_equal(y.data, values, sizeof values);
    ASSERT_FAILS(bml_index_from_list(&y, values, 3, 9), BML_ERROR_RANGE,
                 "found 9 at 2, expected an index below 9");
    ASSERT_FAILS(bml_index_from_list(&y, values, 2, 10), BML_ERROR_SIZE,
                 "found 2 indices, expected 3");
    bml_index_free(&y);
}

static void bytes(void **state) {
    (void)state;
    uint8_t pixels[7 * 300];
    for (size_t i = 0; i < sizeof pixels; i++)
        pixels[i] = (uint8_t)(i * 7);
    bml_array y = bml_test_random_view(7, 300), packed;
    ASSERT_OK(bml_array_alloc(&packed, 6, 16));
    ASSERT_OK(bml_array_from_bytes(&y, pixels, sizeof pixels, 255));
    for (size_t i = 0; i < sizeof pixels; i++)
        assert_true(bml_row_(&y, i / 300)[i % 300] == (float)pixels[i] / 255.0f);
    assert_true(bml_test_surroundings_kept(&y));
    ASSERT_OK(bml_array_from_bytes(&packed, pixels, 96, 255));
    assert_true(packed.data[95] == (float)pixels[95] / 255.0f);
    ASSERT_FAILS(bml_array_from_bytes(&y, pixels, 2099, 255), BML_ERROR_SIZE,
                 "found 2099 values, expected 2100");
    bml_array_free(&packed);
    bml_test_release(&y);
}

static void bands_cover_all_rows_in_order(void **state) {
    (void)state;
    for (size_t rows = 0; rows < 20; rows++)
        for (size_t count = 1; count < 25; count++) {
            bml_array m = bml_test_random_view(rows, 3), band;
            size_t next = 0, shortest = SIZE_MAX, longest = 0;
            for (size_t i = 0; i < count; i++) {
                bml_array_band(&band, &m, i, count);
                assert_true(band.data == bml_row_(&m, next) && band.cols == 3 && !band.owned);
                next += band.rows;
                shortest = band.rows < shortest ? band.rows : shortest;
                longest = band.rows > longest ? band.rows : longest;
            }
            assert_true(next == rows && longest - shortest <= 1);
            bml_test_release(&m);
        }
    bml_index_array ids, part = {0};
    ASSERT_OK(bml_index_alloc(&ids, 7));
    bml_index_band(&part, &ids, 1, 3);
    assert_true(part.data == ids.data + 3 && part.count == 2 && !part.owned);
    ASSERT_FAULT(bml_index_band(&part, &ids, 3, 3),
                 "bml_band_ids: band: found 3, expected one below 3");
    bml_index_free(&ids);
    bml_array m = bml_test_random_view(4, 3), view = m;
    ASSERT_FAULT(bml_array_band(&view, &m, 2, 2), "bml_band: band: found 2, expected one below 2");
    ASSERT_FAULT(bml_array_band(&view, &m, 0, 0), "found 0, expected one below 0");
    ASSERT_FAULT(bml_array_columns(&view, &m, 2, 2), "found 2 from 2 on, expected at most 3");
    ASSERT_FAULT(bml_array_columns(&view, &m, 4, 0), "found 0 from 4 on");
    assert_true(view.rows == 4 && view.cols == 3);
    bml_test_release(&m);
}

static void transposing(void **state) {
    (void)state;
    static const size_t some[] = {0, 1, 2, 15, 16, 17, 33, 300};
    for (size_t a = 0; a < 8; a++)
        for (size_t b = 0; b < 8; b++) {
            bml_array x = bml_test_random_view(some[a], some[b]);
            bml_array y = bml_test_random_view(some[b], some[a]);
            bml_array_transpose(&y, &x);
            for (size_t i = 0; i < x.rows; i++)
                for (size_t j = 0; j < x.cols; j++)
                    assert_true(bml_row_(&y, j)[i] == bml_row_(&x, i)[j]);
            assert_true(bml_test_surroundings_kept(&y));
            bml_test_release(&x), bml_test_release(&y);
        }
    bml_array x = bml_test_random_view(2, 3), y = bml_test_random_view(2, 3);
    ASSERT_FAULT(bml_array_transpose(&y, &x), "bml_transpose: shape: found [2,3], expected [3,2]");
    bml_test_release(&x), bml_test_release(&y);
}

static void reshaping_keeps_the_order(void **state) {
    (void)state;
    static const size_t shapes[][2] = {{1, 24}, {24, 1}, {4, 6}, {6, 4}, {3, 8}, {2, 12}};
    for (size_t a = 0; a < 6; a++)
        for (size_t b = 0; b < 6; b++) {
            bml_array x = bml_test_random_view(shapes[a][0], shapes[a][1]);
            bml_array y = bml_test_random_view(shapes[b][0], shapes[b][1]);
            float before[24], after[24];
            bml_array_reshape(&y, &x);
            ASSERT_OK(bml_array_to_list(before, 24, &x));
            ASSERT_OK(bml_array_to_list(after, 24, &y));
            assert_memory_equal(before, after, sizeof before);
            assert_true(bml_test_surroundings_kept(&y));
            bml_test_release(&x), bml_test_release(&y);
        }
    bml_array x = bml_test_random_view(5, 5), y = bml_test_random_view(4, 6);
    bml_array empty = bml_test_random_view(0, 5), other = bml_test_random_view(7, 0);
    ASSERT_FAULT(bml_array_reshape(&y, &x), "bml_reshape: elements: found 24, expected 25");
    bml_array_reshape(&other, &empty);
    bml_eq same;
    ASSERT_OK(bml_eq_check(&same, 25, 5 * 5));
    ASSERT_FAULT(bml_array_reshape_by(&y, &x, same),
                 "bml_reshape_by: witness of y's elements: found 25, expected 24");
    ASSERT_FAULT(bml_array_reshape_by(&x, &y, same),
                 "witness of x's elements: found 25, expected 24");
    ASSERT_FAULT(bml_array_reshape_by(&y, &x, ((bml_eq){25, 24})),
                 "elements: found 24, expected 25");
    bml_array z = bml_test_random_view(1, 25);
    bml_array_reshape_by(&z, &x, same);
    assert_true(z.data[24] == bml_row_(&x, 4)[4]);
    bml_test_release(&z);
    bml_test_release(&x), bml_test_release(&y), bml_test_release(&empty), bml_test_release(&other);
}

static void appending(void **state) {
    (void)state;
    bml_array a = bml_test_random_view(3, 4), b = bml_test_random_view(2, 4);
    bml_array y = bml_test_random_view(5, 4), top = y;
    top.rows = 3;
    bml_array_append_rows(&y, &a, &b);
    for (size_t j = 0; j < 4; j++)
        assert_true(bml_row_(&y, 2)[j] == bml_row_(&a, 2)[j] &&
                    bml_row_(&y, 4)[j] == bml_row_(&b, 1)[j]);
    ASSERT_FAULT(bml_array_append_rows(&y, &b, &b), "found [5,4], expected [4,4]");
    ASSERT_FAULT(bml_array_append_rows(&y, &top, &b), "overlap");
    bml_test_release(&a), bml_test_release(&b), bml_test_release(&y);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alloc_gives_aligned_zeros),
        cmocka_unit_test(impossible_sizes),
        cmocka_unit_test(every_allocation_can_fail),
        cmocka_unit_test(lists_and_rows),
        cmocka_unit_test(indices),
        cmocka_unit_test(bytes),
        cmocka_unit_test(bands_cover_all_rows_in_order),
        cmocka_unit_test(transposing),
        cmocka_unit_test(reshaping_keeps_the_order),
        cmocka_unit_test(appending),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
