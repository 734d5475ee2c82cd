/* Vectors of eight in AVX2. */
#include <immintrin.h>

#define LANES 8
#define FMA(a, b, c) ((lanes)_mm256_fmadd_ps((__m256)(a), (__m256)(b), (__m256)(c)))
#define LOAD_BYTES(p) \
    ((lanes)_mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(p)))))

#include "lanes_template.h"
