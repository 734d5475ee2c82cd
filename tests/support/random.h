/* Random numbers for tests, the same on every machine. */
#ifndef BML_TEST_RANDOM_H
#define BML_TEST_RANDOM_H

#include <stddef.h>
#include <stdint.h>

#include <bendml/shape.h>

uint32_t bml_test_random(uint32_t limit);           /* below limit, >= 1 */
float bml_test_random_float(void);                  /* in [-1, 1) */
void bml_test_random_fill(float *values, size_t n); /* all of them */

/* [rows,cols] of random numbers: the middle columns of a wider array, so that rows are neither
 * aligned nor next to each other; everything around them is NaN. Released by bml_test_release. */
bml_array bml_test_random_view(size_t rows, size_t cols);
void bml_test_release(bml_array *view);
/* Whether all that is around a view is still NaN. */
int bml_test_surroundings_kept(const bml_array *view);

#endif
