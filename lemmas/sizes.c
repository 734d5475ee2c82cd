#include <bendml/lemmas.h>

#include <bendml/shape.h>

bml_status bml_size_add(size_t *out, size_t a, size_t b) {
    return bml_size_plus_(out, a, b, "size");
}

bml_status bml_size_mul(size_t *out, size_t a, size_t b) {
    return bml_size_times_(out, a, b, "size");
}

bml_status bml_size_product(size_t *out, const size_t *sizes, size_t count) {
    size_t product = 1;
    for (size_t i = 0; i < count; i++)
        if (sizes[i] == 0)
            return *out = 0, BML_OK;
    for (size_t i = 0; i < count; i++) {
        bml_status status = bml_size_mul(&product, product, sizes[i]);
        if (status)
            return status;
    }
    *out = product;
    return BML_OK;
}
