#include "base_internal.h"

#include <stdlib.h>

enum { ALIGNMENT = 64 };

static void *default_allocate(void *context, size_t size, size_t alignment) {
    (void)context;
    size_t rounded =
        (size + alignment - 1) / alignment * alignment; /* aligned_alloc wants a multiple */
    return aligned_alloc(alignment, rounded);
}

static void default_release(void *context, void *pointer) {
    (void)context;
    free(pointer);
}

static const bml_allocator default_allocator = {default_allocate, default_release, NULL};
static bml_allocator allocator = {default_allocate, default_release, NULL};

void bml_set_allocator(const bml_allocator *replacement) {
    allocator = replacement ? *replacement : default_allocator;
}

bml_status bml_allocate_(void **out, size_t count, size_t size, const char *what) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > PTRDIFF_MAX - ALIGNMENT)
        return bml_fail_(BML_ERROR_SIZE, "%s: %zu times %zu bytes is over what can be addressed",
                         what, count, size);
    void *pointer = allocator.allocate(allocator.context, bytes ? bytes : 1, ALIGNMENT);
    if (!pointer)
        return bml_fail_(BML_ERROR_MEMORY, "%s: no memory for %zu bytes", what, bytes);
    *out = pointer;
    return BML_OK;
}

void bml_release_(void *pointer) {
    if (pointer)
        allocator.release(allocator.context, pointer);
}
