/* Weights in bf16 with AVX-512's dot products of two bf16. */
#include "lanes_avx512.h"

#include "weight_avx512_internal.h"

enum {
    UNIT = 64,
    PANEL = 16,
    TILE = 12, /* rows at once, of two panels */
    PAIR_BYTES = 4 * PANEL,
    AHEAD = 4096 /* bytes that memory is asked for before their turn */
};

INLINE __m512bh two_of(const uint16_t *x) {
    int32_t two;
    memcpy(&two, x, sizeof two);
    return (__m512bh)_mm512_set1_epi32(two);
}

/* `rows` and `panels` (constants) from row `first` on; `mask` is of the last panel's columns. */
INLINE void tile(const bml_packed_product *task, const unsigned char *w, size_t first, size_t rows,
                 size_t panels, float *y, __mmask16 mask) {
    const size_t depth = task->units * UNIT;
    const uint16_t *x = (const uint16_t *)task->x + first * depth;
    __m512 sums[TILE][2];
    UNROLL
    for (size_t i = 0; i < rows; i++)
        UNROLL
    for (size_t j = 0; j < panels; j++) {
        __mmask16 columns = j + 1 < panels ? (__mmask16)0xffff : mask;
        const float *from = y + i * task->y_row + j * PANEL;
        sums[i][j] = task->more ? _mm512_maskz_loadu_ps(columns, from) : _mm512_setzero_ps();
    }
    for (size_t k = 0; k < depth; k += 2, w += PAIR_BYTES) {
        __m512bh right[2];
        UNROLL
        for (size_t j = 0; j < panels; j++) {
            right[j] = (__m512bh)_mm512_loadu_si512(w + j * task->w_panel);
            _mm_prefetch((const char *)w + j * task->w_panel + AHEAD, _MM_HINT_T0);
        }
        UNROLL
        for (size_t i = 0; i < rows; i++) {
            __m512bh left = two_of(x + i * depth + k);
            UNROLL
            for (size_t j = 0; j < panels; j++)
                sums[i][j] = _mm512_dpbf16_ps(sums[i][j], right[j], left);
        }
    }
    UNROLL
    for (size_t i = 0; i < rows; i++)
        UNROLL
    for (size_t j = 0; j < panels; j++)
        _mm512_mask_storeu_ps(y + i * task->y_row + j * PANEL,
                              j + 1 < panels ? (__mmask16)0xffff : mask, sums[i][j]);
}

INLINE void multiply_panels(const bml_packed_product *task, size_t left, size_t panels,
                            __mmask16 mask) {
    const unsigned char *w = task->w + left / PANEL * task->w_panel;
    for (size_t i = 0; i < task->rows; i += TILE) {
        float *y = task->y + i * task->y_row + left;
        switch (task->rows - i < TILE ? task->rows - i : TILE) {
#define CASE(n) \
    case n: \
        tile(task, w, i, n, panels, y, mask); \
        break
            CASE(1);
            CASE(2);
            CASE(3);
            CASE(4);
            CASE(5);
            CASE(6);
            CASE(7);
            CASE(8);
            CASE(9);
            CASE(10);
            CASE(11);
            CASE(12);
#undef CASE
        default:
            break;
        }
    }
}

void bml_weight_bf16_avx512_(const bml_packed_product *task) {
    for (size_t left = 0; left < task->cols; left += 2 * PANEL) {
        size_t width = task->cols - left, last = width % PANEL;
        __mmask16 mask = (__mmask16)(width < 2 * PANEL && last ? (1u << last) - 1 : 0xffff);
        if (width > PANEL)
            multiply_panels(task, left, 2, mask);
        else
            multiply_panels(task, left, 1, mask);
    }
}
