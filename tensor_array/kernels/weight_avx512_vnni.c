/* Weights q8 and q4 with AVX-512's dot products of four bytes, those of W unsigned: a sum starts at
 * what takes their offset off again. */
#include "lanes_avx512.h"

#include "weight_avx512_internal.h"

enum {
    UNIT = 64,
    BLOCK = 32,
    PANEL = 16,
    GROUPS = BLOCK / 4, /* of 4 k, a register of all columns each */
    TILE = 8,           /* rows at once */
    SCALE_BYTES = 2 * PANEL * sizeof(uint16_t),
    AHEAD = 4096 /* bytes that memory is asked for before their turn */
};

INLINE __m512i load_bytes(const void *from) {
    return _mm512_loadu_si512(from);
}

INLINE void load_q8(__m512i w[GROUPS], const unsigned char *from) {
    UNROLL
    for (size_t g = 0; g < GROUPS; g++) {
        w[g] = load_bytes(from + g * 4 * PANEL);
        _mm_prefetch((const char *)from + g * 4 * PANEL + AHEAD, _MM_HINT_T0);
    }
}

INLINE void load_q4(__m512i w[GROUPS], const unsigned char *from) {
    const __m512i low = _mm512_set1_epi8(15);
    UNROLL
    for (size_t g = 0; g < GROUPS / 2; g++) {
        __m512i both = load_bytes(from + g * 4 * PANEL);
        w[g] = _mm512_and_si512(both, low);
        w[g + GROUPS / 2] = _mm512_and_si512(_mm512_srli_epi16(both, 4), low);
        _mm_prefetch((const char *)from + g * 4 * PANEL + AHEAD, _MM_HINT_T0);
    }
}

INLINE __m512 load_scales(const unsigned char *from) {
    __m256i halves = _mm256_loadu_si256((const __m256i *)from);
    return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(halves), 16));
}

INLINE __m512i four_of(const int8_t *x) {
    int32_t four;
    memcpy(&four, x, sizeof four);
    return _mm512_set1_epi32(four);
}

/* One row and one block. */
INLINE __m512 add_block(__m512 total, const __m512i w[GROUPS], __m512 w_scale, const int8_t *x,
                        float x_scale, int32_t start) {
    __m512i sum = _mm512_set1_epi32(start);
    UNROLL
    for (size_t g = 0; g < GROUPS; g++)
        sum = _mm512_dpbusd_epi32(sum, w[g], four_of(x + 4 * g));
    __m512 scale = _mm512_mul_ps(w_scale, _mm512_set1_ps(x_scale));
    return _mm512_fmadd_ps(_mm512_cvtepi32_ps(sum), scale, total);
}

/* `rows` (a constant) rows from `first` on of the columns of a panel that `mask` names. */
INLINE void tile(const bml_packed_product *task, const unsigned char *panel, size_t first,
                 size_t rows, float *y, __mmask16 mask, bool q8) {
    const size_t blocks = 2 * task->units, block_bytes = q8 ? BLOCK * PANEL : BLOCK * PANEL / 2;
    const int8_t *x = (const int8_t *)task->x + first * blocks * BLOCK;
    const float *scales = task->scales + first * blocks;
    const int32_t *starts = task->starts + first * blocks;
    __m512 sums[TILE];
    UNROLL
    for (size_t i = 0; i < rows; i++)
        sums[i] =
            task->more ? _mm512_maskz_loadu_ps(mask, y + i * task->y_row) : _mm512_setzero_ps();
    for (size_t block = 0; block < blocks; block++) {
        __m512i w[GROUPS];
        __m512 scale = load_scales(panel + block % 2 * PANEL * sizeof(uint16_t));
        const unsigned char *from = panel + SCALE_BYTES + block % 2 * block_bytes;
        if (q8)
            load_q8(w, from);
        else
            load_q4(w, from);
        UNROLL
        for (size_t i = 0; i < rows; i++) {
            size_t at = i * blocks + block;
            sums[i] = add_block(sums[i], w, scale, x + at * BLOCK, scales[at], starts[at]);
        }
        panel += block % 2 ? SCALE_BYTES + 2 * block_bytes : 0;
    }
    UNROLL
    for (size_t i = 0; i < rows; i++)
        _mm512_mask_storeu_ps(y + i * task->y_row, mask, sums[i]);
}

INLINE void multiply(const bml_packed_product *task, bool q8) {
    for (size_t left = 0; left < task->cols; left += PANEL) {
        const unsigned char *panel = task->w + left / PANEL * task->w_panel;
        size_t width = task->cols - left;
        __mmask16 mask = (__mmask16)(width < PANEL ? (1u << width) - 1 : 0xffff);
        for (size_t i = 0; i < task->rows; i += TILE) {
            float *y = task->y + i * task->y_row + left;
            switch (task->rows - i < TILE ? task->rows - i : TILE) {
#define CASE(n) \
    case n: \
        tile(task, panel, i, n, y, mask, q8); \
        break
                CASE(1);
                CASE(2);
                CASE(3);
                CASE(4);
                CASE(5);
                CASE(6);
                CASE(7);
                CASE(8);
#undef CASE
            default:
                break;
            }
        }
    }
}

void bml_weight_q8_vnni_(const bml_packed_product *task) {
    multiply(task, true);
}

void bml_weight_q4_vnni_(const bml_packed_product *task) {
    multiply(task, false);
}
