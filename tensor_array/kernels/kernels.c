#include "kernels_internal.h"

#include <stdatomic.h>

const bml_kernels *bml_kernels_of_(bml_isa isa) {
    switch (isa) {
#if defined(__x86_64__)
    case BML_ISA_AVX512:
        return &bml_kernels_avx512_;
    case BML_ISA_AVX2:
        return &bml_kernels_avx2_;
#endif
    case BML_ISA_GENERIC:
        return &bml_kernels_generic_;
    default:
        return NULL;
    }
}

const bml_kernels *bml_kernels_(void) {
    static _Atomic(const bml_kernels *) chosen; /* every thread would choose the same */
    const bml_kernels *kernels = atomic_load_explicit(&chosen, memory_order_acquire);
    if (!kernels) {
        kernels = bml_kernels_of_(bml_isa_allowed_());
        atomic_store_explicit(&chosen, kernels, memory_order_release);
    }
    return kernels;
}
