#include "array_internal.h"

#include <stdio.h>

#include "kernels/kernels_internal.h"

const char *bml_build_info(void) {
    static _Thread_local char text[256];
    char blas[128];
    const char *kernels = bml_kernels_()->name;
    bml_blas_info_(blas, sizeof blas);
    snprintf(text, sizeof text, "bendml %s; kernels: %s; products: %s; BLAS: %s; threads: %zu",
             BML_VERSION, kernels, bml_blas_used_() ? "BLAS" : "own", blas, bml_threads());
    return text;
}
