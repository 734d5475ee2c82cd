/* Sizes that cannot wrap, and witnesses that two sizes are equal.
 *
 * Where the compiler cannot prove that a reshape keeps the number of elements, a bml_eq does: it is
 * made by a check while running, or from other witnesses.
 *
 * Example (compiled and run as tests/examples/lemmas.c): the rows of a file are known to be heads *
 * 64,
 *
 *   bml_eq same;
 *   if (bml_eq_check(&same, file_size, rows * cols)) return bml_error_text();
 *   bml_reshape_by(&to, &from, same);
 */
#ifndef BENDML_LEMMAS_H
#define BENDML_LEMMAS_H

#include <stddef.h>

#include <bendml/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* *out := a + b, a * b, the product of the list (1 if it is empty). BML_ERROR_SIZE if that is over
 * SIZE_MAX; *out stays as it was. A product with a 0 in it is 0, whatever the others are. */
BML_MUST_USE bml_status bml_size_add(size_t *out, size_t a, size_t b);
BML_MUST_USE bml_status bml_size_mul(size_t *out, size_t a, size_t b);
BML_MUST_USE bml_status bml_size_product(size_t *out, const size_t *sizes, size_t count);

/* lhs == rhs. Made by the functions below; one made by hand with two sizes is found out where it is
 * used. */
typedef struct bml_eq {
    size_t lhs, rhs;
} bml_eq;

/* *out := a = b, checked. BML_ERROR_SIZE names both. */
BML_MUST_USE bml_status bml_eq_check(bml_eq *out, size_t a, size_t b);
bml_eq bml_eq_refl(size_t a); /* a = a */
bml_eq bml_eq_sym(bml_eq w);  /* b = a from a = b */
/* *out := a = c from a = b and b = c. BML_ERROR_SIZE where the middles differ. */
BML_MUST_USE bml_status bml_eq_trans(bml_eq *out, bml_eq p, bml_eq q);
/* *out := a + c = b + d, a * c = b * d from a = b and c = d. BML_ERROR_SIZE on overflow. */
BML_MUST_USE bml_status bml_eq_cong_add(bml_eq *out, bml_eq p, bml_eq q);
BML_MUST_USE bml_status bml_eq_cong_mul(bml_eq *out, bml_eq p, bml_eq q);

#ifdef __cplusplus
}
#endif
#endif
