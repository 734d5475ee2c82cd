/* Vectors of LANES floats. The file that includes this defines
 *   LANES         floats in a vector register
 *   FMA(a, b, c)  a * b + c of three vectors, fused where the machine can
 *   LOAD_BYTES(p) LANES bytes as floats
 * A tail is done by the same vector operations on a padded copy, so it rounds as the rest does. */
#include "kernels_internal.h"

#include <math.h>
#include <string.h>

#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif
#define INLINE static inline __attribute__((always_inline))

typedef float lanes __attribute__((vector_size(LANES * 4)));
typedef int32_t lanes_int __attribute__((vector_size(LANES * 4)));
typedef float lanes_at __attribute__((vector_size(LANES * 4), aligned(4), may_alias));

INLINE lanes load(const float *from) {
    return *(const lanes_at *)from;
}

INLINE void store(float *to, lanes value) {
    *(lanes_at *)to = value;
}

INLINE lanes load_part(const float *from, size_t n) {
    lanes value = {0};
    memcpy(&value, from, n * sizeof *from);
    return value;
}

INLINE void store_part(float *to, lanes value, size_t n) {
    memcpy(to, &value, n * sizeof *to);
}

INLINE lanes all(float value) {
    return value - (lanes){0}; /* which both compilers know to be a broadcast */
}

INLINE lanes where(lanes_int mask, lanes yes, lanes no) {
    return (lanes)(((lanes_int)yes & mask) | ((lanes_int)no & ~mask));
}

/* The lanes halved again and again: (0 + 4) + (2 + 6) and so on. */
INLINE float sum_of(lanes value) {
    float part[LANES];
    memcpy(part, &value, sizeof part);
    for (int width = LANES / 2; width >= 1; width /= 2)
        for (int i = 0; i < width; i++)
            part[i] += part[i + width];
    return part[0];
}

/* Runs `step` with AT(p) and PUT(p, v) for whole vectors, then for the rest of n. */
#define FOR_LANES(n, statement) \
    do { \
        size_t i_ = 0; \
        for (; i_ + LANES <= (n); i_ += LANES) { \
            enum { part_ = 0 }; \
            const size_t left_ = LANES; \
            statement; \
            (void)left_; \
        } \
        if (i_ < (n)) { \
            enum { part_ = 1 }; \
            const size_t left_ = (n)-i_; \
            statement; \
        } \
    } while (0)
#define AT(p) (part_ ? load_part((p) + i_, left_) : load((p) + i_))
#define PUT(p, value) (part_ ? store_part((p) + i_, value, left_) : store((p) + i_, value))
