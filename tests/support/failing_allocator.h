/* An allocator that fails when it is told to, and counts what is not released. */
#ifndef BML_TEST_FAILING_ALLOCATOR_H
#define BML_TEST_FAILING_ALLOCATOR_H

#include <stddef.h>

/* Installs it, with the count of calls back at 0: its k-th call from here on fails, once; for 0
 * none does. First installed while nothing is allocated; bml_set_allocator(NULL) takes it away. */
void bml_test_fail_at(size_t k);
size_t bml_test_calls(void);       /* of allocate, since bml_test_fail_at */
size_t bml_test_live_blocks(void); /* allocated by it and not yet released */

#endif
