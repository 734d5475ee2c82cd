/* The general product, included by one file per instruction set, which defines first
 *   LANES       floats in a vector register
 *   TILE_ROWS   rows of C that are kept in registers
 *   TILE_REGS   vector registers in one such row
 *   FMA(a, b, c)  a * b + c of three vectors
 *   NAME(f)     the name of f for this instruction set
 *
 * Every element of C is one chain: the products of a block of up to DEPTH values of k, added in the order of k from 0,
 * then alpha times that sum onto C, block by block. It does not depend on where a row or column lies, so a band of C
 * is bit-identical to the whole.
 */
#include "kernels_internal.h"

#include <string.h>

#define WIDTH (LANES * TILE_REGS)
#define DEPTH 256

typedef float lanes __attribute__((vector_size(LANES * 4)));
typedef float lanes_at __attribute__((vector_size(LANES * 4), aligned(4), may_alias));

static inline lanes load(const float *from) {
    return *(const lanes_at *)from;
}

static inline void store(float *to, lanes value) {
    *(lanes_at *)to = value;
}

static inline lanes all(float value) {
    return value - (lanes){0};
}

/* sums[rows][WIDTH] := A[rows,depth] * B[depth,WIDTH]; B has rows of `pitch`. */
static inline __attribute__((always_inline)) void tile_sums(lanes sums[TILE_ROWS][TILE_REGS], size_t rows,
                                                           size_t depth, const float *a, size_t a_row,
                                                           size_t a_col, const float *b, size_t pitch) {
#pragma GCC unroll 16
    for (size_t i = 0; i < rows; i++)
#pragma GCC unroll 4
        for (size_t j = 0; j < TILE_REGS; j++)
            sums[i][j] = all(0);
    for (size_t k = 0; k < depth; k++, a += a_col, b += pitch) {
        lanes right[TILE_REGS];
#pragma GCC unroll 4
        for (size_t j = 0; j < TILE_REGS; j++)
            right[j] = load(b + j * LANES);
#pragma GCC unroll 16
        for (size_t i = 0; i < rows; i++) {
            lanes left = all(a[i * a_row]);
#pragma GCC unroll 4
            for (size_t j = 0; j < TILE_REGS; j++)
                sums[i][j] = FMA(left, right[j], sums[i][j]);
        }
    }
}

/* C[rows,WIDTH] := alpha * sums + beta * C */
static inline __attribute__((always_inline)) void tile(size_t rows, size_t depth, const float *a,
                                                      size_t a_row, size_t a_col, const float *b,
                                                      size_t pitch, float *c, size_t c_row, float alpha,
                                                      float beta) {
    lanes sums[TILE_ROWS][TILE_REGS];
    tile_sums(sums, rows, depth, a, a_row, a_col, b, pitch);
#pragma GCC unroll 16
    for (size_t i = 0; i < rows; i++)
#pragma GCC unroll 4
        for (size_t j = 0; j < TILE_REGS; j++) {
            float *at = c + i * c_row + j * LANES;
            lanes value = all(alpha) * sums[i][j];
            if (beta != 0)
                value = FMA(all(beta), load(at), value);
            store(at, value);
        }
}
