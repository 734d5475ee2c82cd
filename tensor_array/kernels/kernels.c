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

/* What the instruction sets allow here, in order; Zen 4 and Sapphire Rapids have all of it. */
static bool weights_allowed(size_t i) {
#if defined(__x86_64__)
    bml_isa isa = bml_isa_allowed_();
    __builtin_cpu_init();
    switch (i) {
    case 1:
        return isa >= BML_ISA_AVX2;
    case 2:
        return isa >= BML_ISA_AVX512;
    case 3:
        return isa >= BML_ISA_AVX512 && __builtin_cpu_supports("avx512vnni");
    case 4:
        return weights_allowed(3) && __builtin_cpu_supports("avx512bf16");
    default:
        break;
    }
#endif
    return i == 0;
}

const bml_weight_kernels *bml_weight_kernels_at_(size_t i) {
    static const bml_weight_kernels *const tables[] = {
        &bml_weight_generic_,
#if defined(__x86_64__)
        &bml_weight_avx2_,
        &bml_weight_avx512_,
        &bml_weight_avx512_vnni_,
        &bml_weight_avx512_bf16_,
#endif
    };
    return i < sizeof tables / sizeof *tables && weights_allowed(i) ? tables[i] : NULL;
}

const bml_weight_kernels *bml_weight_kernels_(void) {
    static _Atomic(const bml_weight_kernels *) chosen;
    const bml_weight_kernels *kernels = atomic_load_explicit(&chosen, memory_order_acquire);
    if (!kernels) {
        for (size_t i = 0; bml_weight_kernels_at_(i); i++)
            kernels = bml_weight_kernels_at_(i);
        atomic_store_explicit(&chosen, kernels, memory_order_release);
    }
    return kernels;
}
