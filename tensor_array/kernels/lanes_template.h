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
#define DEPTH 256 /* values of k in one chain of a product's sum */
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

/* a[0] b[0] a[1] b[1] ...: the first half of that, and the second. */
#if LANES == 16
#define FIRST_HALVES(a, b) \
    __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define SECOND_HALVES(a, b) \
    __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#elif LANES == 8
#define FIRST_HALVES(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define SECOND_HALVES(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#else
#define FIRST_HALVES(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define SECOND_HALVES(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#endif

/* Of a square of LANES rows. Each step turns the bits of an element's place (row, then lane) by
 * one; after all of the lane's bits the two have changed places. */
INLINE void transpose(lanes rows[LANES]) {
    UNROLL
    for (size_t step = 1; step < LANES; step *= 2) {
        lanes turned[LANES];
        UNROLL
        for (size_t i = 0; i < LANES / 2; i++) {
            turned[2 * i] = FIRST_HALVES(rows[i], rows[i + LANES / 2]);
            turned[2 * i + 1] = SECOND_HALVES(rows[i], rows[i + LANES / 2]);
        }
        UNROLL
        for (size_t i = 0; i < LANES; i++)
            rows[i] = turned[i];
    }
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
