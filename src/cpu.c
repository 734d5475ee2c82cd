#include "base_internal.h"

#include <stdlib.h>
#include <string.h>

static const char *const isa_names[BML_ISA_COUNT] = {"generic", "avx2", "avx512"};

const char *bml_isa_name_(bml_isa isa) {
    return isa_names[isa];
}

/* The compiler's runtime asks cpuid, and xgetbv for the registers that the system saves. */
bml_isa bml_isa_best_(void) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        return BML_ISA_GENERIC;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return BML_ISA_AVX512;
    return BML_ISA_AVX2;
#else
    return BML_ISA_GENERIC;
#endif
}

bml_isa bml_isa_allowed_(void) {
    bml_isa best = bml_isa_best_();
    const char *wanted = getenv("BENDML_ISA");
    for (int isa = 0; wanted && isa < BML_ISA_COUNT; isa++)
        if (strcmp(wanted, isa_names[isa]) == 0 && isa < (int)best)
            return (bml_isa)isa;
    return best;
}
