#include <bendml/lemmas.h>

#include "base_internal.h"

bml_status bml_eq_check(bml_eq *out, size_t a, size_t b) {
    if (a != b)
        return bml_fail_(BML_ERROR_SIZE, "equal sizes: found %zu and %zu", a, b);
    *out = (bml_eq){a, b};
    return BML_OK;
}

bml_eq bml_eq_refl(size_t a) {
    return (bml_eq){a, a};
}

bml_eq bml_eq_sym(bml_eq w) {
    return (bml_eq){w.rhs, w.lhs};
}

bml_status bml_eq_trans(bml_eq *out, bml_eq p, bml_eq q) {
    if (p.rhs != q.lhs)
        return bml_fail_(BML_ERROR_SIZE, "transitivity: found %zu = %zu and %zu = %zu", p.lhs,
                         p.rhs, q.lhs, q.rhs);
    *out = (bml_eq){p.lhs, q.rhs};
    return BML_OK;
}

static bml_status congruence(bml_eq *out, bml_eq p, bml_eq q,
                             bml_status (*combine)(size_t *, size_t, size_t)) {
    bml_eq result;
    bml_status status = combine(&result.lhs, p.lhs, q.lhs);
    if (!status)
        status = combine(&result.rhs, p.rhs, q.rhs);
    if (!status)
        *out = result;
    return status;
}

bml_status bml_eq_cong_add(bml_eq *out, bml_eq p, bml_eq q) {
    return congruence(out, p, q, bml_size_add);
}

bml_status bml_eq_cong_mul(bml_eq *out, bml_eq p, bml_eq q) {
    return congruence(out, p, q, bml_size_mul);
}
