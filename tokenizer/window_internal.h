/* The classes of 64 bytes at once, a bit for each: bit i is byte i. */
#ifndef BML_WINDOW_INTERNAL_H
#define BML_WINDOW_INTERNAL_H

#include <stdint.h>

#include "unicode_internal.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { BML_WINDOW_ = 64 };

/* Only the first `size` bits are set, which are ASCII: what comes after is not looked at. */
typedef struct bml_window_ {
    uint64_t upper, lower, number, white, newline, space, apostrophe, slash;
    unsigned size;
} bml_window_;

/* The bits under n, for any n. */
static inline uint64_t bml_below_(unsigned n) {
    return n >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1;
}

static inline unsigned bml_lowest_(uint64_t bits) {
    return (unsigned)__builtin_ctzll(bits);
}

static inline unsigned bml_highest_(uint64_t bits) {
    return 63 - (unsigned)__builtin_clzll(bits);
}

#ifdef __SSE2__
static inline __m128i bml_in_range_(__m128i c, char first, char last) {
    __m128i x = _mm_sub_epi8(c, _mm_set1_epi8(first));
    return _mm_cmpeq_epi8(_mm_min_epu8(x, _mm_set1_epi8((char)(last - first))), x);
}

static inline uint64_t bml_bits_(__m128i mask, int at) {
    return (uint64_t)(unsigned)_mm_movemask_epi8(mask) << at;
}

static inline uint64_t bml_window_fill_(bml_window_ *w, const uint8_t *p) {
    uint64_t high = 0;
    for (int at = 0; at < BML_WINDOW_; at += 16) {
        __m128i c = _mm_loadu_si128((const __m128i *)(const void *)(p + at));
        __m128i space = _mm_cmpeq_epi8(c, _mm_set1_epi8(' '));
        __m128i newline = _mm_or_si128(_mm_cmpeq_epi8(c, _mm_set1_epi8('\n')),
                                       _mm_cmpeq_epi8(c, _mm_set1_epi8('\r')));
        high |= bml_bits_(c, at);
        w->upper |= bml_bits_(bml_in_range_(c, 'A', 'Z'), at);
        w->lower |= bml_bits_(bml_in_range_(c, 'a', 'z'), at);
        w->number |= bml_bits_(bml_in_range_(c, '0', '9'), at);
        w->white |= bml_bits_(_mm_or_si128(space, bml_in_range_(c, '\t', '\r')), at);
        w->space |= bml_bits_(space, at);
        w->newline |= bml_bits_(newline, at);
        w->apostrophe |= bml_bits_(_mm_cmpeq_epi8(c, _mm_set1_epi8('\'')), at);
        w->slash |= bml_bits_(_mm_cmpeq_epi8(c, _mm_set1_epi8('/')), at);
    }
    return high;
}
#else
static inline uint64_t bml_window_fill_(bml_window_ *w, const uint8_t *p) {
    uint64_t high = 0;
    for (int i = 0; i < BML_WINDOW_; i++) {
        unsigned c = p[i], set = c < 0x80 ? bml_ascii_sets_[c] : 0;
        uint64_t bit = UINT64_C(1) << i;
        high |= c < 0x80 ? 0 : bit;
        w->upper |= set & BML_UPPER_ ? bit : 0;
        w->lower |= set & BML_LOWER_ ? bit : 0;
        w->number |= set & BML_NUMBERS_ ? bit : 0;
        w->white |= set & BML_SPACES_ ? bit : 0;
        w->space |= c == ' ' ? bit : 0;
        w->newline |= set & BML_NEWLINES_ ? bit : 0;
        w->apostrophe |= c == '\'' ? bit : 0;
        w->slash |= c == '/' ? bit : 0;
    }
    return high;
}
#endif

/* Of the 64 bytes at p. */
static inline bml_window_ bml_window_at_(const uint8_t *p) {
    bml_window_ w = {0};
    uint64_t high = bml_window_fill_(&w, p);
    w.size = high ? bml_lowest_(high) : BML_WINDOW_;
    uint64_t ascii = bml_below_(w.size);
    w.upper &= ascii, w.lower &= ascii, w.number &= ascii, w.white &= ascii;
    w.space &= ascii, w.newline &= ascii, w.apostrophe &= ascii, w.slash &= ascii;
    return w;
}

/* What is neither letter, number nor white space. */
static inline uint64_t bml_window_others_(const bml_window_ *w) {
    return bml_below_(w->size) & ~(w->upper | w->lower | w->number | w->white);
}

#endif
