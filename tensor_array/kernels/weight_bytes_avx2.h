/* Products of bytes in AVX2, for weight_packed_template.h. */
INLINE __m256i load_bytes(const void *from) {
    return _mm256_loadu_si256((const __m256i *)from);
}

INLINE __m256i four_of(const int8_t *x) {
    int32_t four;
    memcpy(&four, x, sizeof four);
    return _mm256_set1_epi32(four);
}

/* |x| times w with the sign of x: two such products are below 2^15, as those of unsigned w are not.
 */
INLINE void finish_q8(int32_t sums[PANEL], const unsigned char *w, const int8_t *x) {
    const __m256i ones = _mm256_set1_epi16(1), offset = _mm256_set1_epi8(-128);
    for (size_t half = 0; half < PANEL; half += 8) {
        __m256i total = _mm256_setzero_si256();
        UNROLL
        for (size_t k = 0; k < BLOCK; k += 4) {
            __m256i left = four_of(x + k);
            __m256i right = _mm256_xor_si256(load_bytes(w + k * PANEL + 4 * half), offset);
            __m256i pairs =
                _mm256_maddubs_epi16(_mm256_abs_epi8(left), _mm256_sign_epi8(right, left));
            total = _mm256_add_epi32(total, _mm256_madd_epi16(pairs, ones));
        }
        _mm256_storeu_si256((__m256i *)(sums + half), total);
    }
}

/* Of numbers 0..15 all eight pairs of products together are below 2^15. */
INLINE void finish_q4(int32_t sums[PANEL], const unsigned char *w, const int8_t *x) {
    const __m256i ones = _mm256_set1_epi16(1), low = _mm256_set1_epi8(15);
    for (size_t half = 0; half < PANEL; half += 8) {
        __m256i total = _mm256_setzero_si256();
        UNROLL
        for (size_t k = 0; k < BLOCK / 2; k += 4) {
            __m256i both = load_bytes(w + k * PANEL + 4 * half);
            __m256i first = _mm256_and_si256(both, low);
            __m256i second = _mm256_and_si256(_mm256_srli_epi16(both, 4), low);
            total = _mm256_add_epi16(total, _mm256_maddubs_epi16(first, four_of(x + k)));
            total =
                _mm256_add_epi16(total, _mm256_maddubs_epi16(second, four_of(x + k + BLOCK / 2)));
        }
        total = _mm256_add_epi32(load_bytes(sums + half), _mm256_madd_epi16(total, ones));
        _mm256_storeu_si256((__m256i *)(sums + half), total);
    }
}
