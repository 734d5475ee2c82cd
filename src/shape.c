#include "base_internal.h"

#include <bendml/shape.h>

/* The macros hand over the witness as it was written, "&rows"; the text names the variable. */
static const char *variable(const char *dim) {
    return dim + (*dim == '&');
}

bml_status bml_size_check_(size_t *value, size_t size, size_t constant, const char *dim) {
    if (constant && size != constant)
        return bml_fail_(BML_ERROR_SIZE, "%s: found %zu, expected %zu", variable(dim), size,
                         constant);
    *value = size;
    return BML_OK;
}

bml_status bml_size_times_(size_t *value, size_t a, size_t b, const char *dim) {
    size_t product;
    if (__builtin_mul_overflow(a, b, &product))
        return bml_fail_(BML_ERROR_SIZE, "%s: %zu times %zu is over SIZE_MAX", variable(dim), a, b);
    *value = product;
    return BML_OK;
}

bml_status bml_size_plus_(size_t *value, size_t a, size_t b, const char *dim) {
    size_t sum;
    if (__builtin_add_overflow(a, b, &sum))
        return bml_fail_(BML_ERROR_SIZE, "%s: %zu plus %zu is over SIZE_MAX", variable(dim), a, b);
    *value = sum;
    return BML_OK;
}
