/* Vectors of sixteen in AVX-512. */
#include <immintrin.h>

#define LANES 16
#define FMA(a, b, c) ((lanes)_mm512_fmadd_ps((__m512)(a), (__m512)(b), (__m512)(c)))
#define LOAD_BYTES(p) \
    ((lanes)_mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(p)))))

#include "lanes_template.h"
