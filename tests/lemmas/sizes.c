/* Checked sizes and equality witnesses. */
#include <bendml/lemmas.h>

#include <stdint.h>

#include "expect.h"
#include "random.h"

static void checked_sizes(void **state) {
    (void)state;
    size_t out = 7;
    ASSERT_OK(bml_size_add(&out, SIZE_MAX - 1, 1));
    assert_true(out == SIZE_MAX);
    ASSERT_FAILS(bml_size_add(&out, SIZE_MAX, 1), BML_ERROR_SIZE, "18446744073709551615 plus 1");
    ASSERT_FAILS(bml_size_mul(&out, SIZE_MAX / 2, 3), BML_ERROR_SIZE, "times 3 is over SIZE_MAX");
    assert_true(out == SIZE_MAX); /* as it was */
    ASSERT_OK(bml_size_mul(&out, SIZE_MAX / 5, 5));
    assert_true(out == SIZE_MAX);
    ASSERT_OK(bml_size_mul(&out, 0, SIZE_MAX));
    assert_true(out == 0);
}

static void products(void **state) {
    (void)state;
    const size_t huge[] = {SIZE_MAX, SIZE_MAX, 0}, fits[] = {3, 5, 7};
    size_t out = 9;
    ASSERT_OK(bml_size_product(&out, NULL, 0));
    assert_int_equal(out, 1);
    ASSERT_OK(bml_size_product(&out, fits, 3));
    assert_int_equal(out, 105);
    ASSERT_FAILS(bml_size_product(&out, huge, 2), BML_ERROR_SIZE, "over SIZE_MAX");
    assert_int_equal(out, 105);
    ASSERT_OK(bml_size_product(&out, huge, 3));
    assert_int_equal(out, 0);
}

static void witnesses(void **state) {
    (void)state;
    bml_eq p, q, out = {1, 2};
    ASSERT_FAILS(bml_eq_check(&out, 5, 6), BML_ERROR_SIZE, "found 5 and 6");
    assert_true(out.lhs == 1 && out.rhs == 2);
    ASSERT_OK(bml_eq_check(&p, 6, 2 * 3));
    q = bml_eq_sym(bml_eq_refl(6));
    ASSERT_OK(bml_eq_trans(&out, p, q));
    assert_true(out.lhs == 6 && out.rhs == 6);
    ASSERT_FAILS(bml_eq_trans(&out, p, bml_eq_refl(7)), BML_ERROR_SIZE, "6 = 6 and 7 = 7");
    ASSERT_OK(bml_eq_cong_add(&out, p, bml_eq_refl(4)));
    assert_true(out.lhs == 10 && out.rhs == 10);
    ASSERT_OK(bml_eq_cong_mul(&out, p, bml_eq_refl(4)));
    assert_true(out.lhs == 24 && out.rhs == 24);
    ASSERT_FAILS(bml_eq_cong_mul(&out, p, bml_eq_refl(SIZE_MAX)), BML_ERROR_SIZE, "over SIZE_MAX");
    ASSERT_FAILS(bml_eq_cong_add(&out, p, bml_eq_refl(SIZE_MAX)), BML_ERROR_SIZE, "over SIZE_MAX");
    assert_true(out.lhs == 24 && out.rhs == 24);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checked_sizes),
        cmocka_unit_test(products),
        cmocka_unit_test(witnesses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
