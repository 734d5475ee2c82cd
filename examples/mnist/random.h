/* splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
#ifndef MNIST_RANDOM_H
#define MNIST_RANDOM_H

#include <stdint.h>

static inline uint64_t random_next(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* In [0, 1), 53 bits. */
static inline double random_unit(uint64_t *state) {
    return (double)(random_next(state) >> 11) * 0x1p-53;
}

/* Below limit, which is far under 2^53: the bias is too. */
static inline uint64_t random_below(uint64_t *state, uint64_t limit) {
    return (uint64_t)(random_unit(state) * (double)limit);
}

#endif
