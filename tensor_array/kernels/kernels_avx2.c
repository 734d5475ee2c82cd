/* AVX2 and FMA: sixteen registers of eight, twelve of them sums. */
#include <immintrin.h>

#define LANES 8
#define TILE_ROWS 6
#define TILE_REGS 2
#define FMA(a, b, c) ((lanes)_mm256_fmadd_ps((__m256)(a), (__m256)(b), (__m256)(c)))
#define LOAD_BYTES(p) \
    ((lanes)_mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(p)))))

#include "lanes_template.h"

#include "product_template.h"

#include "elements_template.h"

KERNEL_TABLE(bml_kernels_avx2_, "avx2");
