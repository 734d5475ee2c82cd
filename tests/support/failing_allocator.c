#include "failing_allocator.h"

#include <stdatomic.h>
#include <stdlib.h>

#include <bendml/status.h>

static atomic_size_t calls, live, failing;

static void *allocate(void *context, size_t size, size_t alignment) {
    (void)context;
    if (atomic_fetch_add(&calls, 1) + 1 == failing)
        return NULL;
    void *pointer = aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    if (pointer)
        atomic_fetch_add(&live, 1);
    return pointer;
}

static void release(void *context, void *pointer) {
    (void)context;
    atomic_fetch_sub(&live, 1);
    free(pointer);
}

void bml_test_fail_at(size_t k) {
    static const bml_allocator allocator = {allocate, release, NULL};
    calls = 0;
    failing = k;
    bml_set_allocator(&allocator);
}

size_t bml_test_calls(void) {
    return calls;
}

size_t bml_test_live_blocks(void) {
    return live;
}
