/* Words that were encoded before, with their ids; and what else one call at a time may use. */
#ifndef BML_CACHE_INTERNAL_H
#define BML_CACHE_INTERNAL_H

#include "tokenizer_internal.h"

enum {
    BML_SHORT_WORD_ = 15, /* bytes; the 16th of a key is the length */
    BML_SHORT_IDS_ = 3,
    BML_SHORT_MIN_ = 11, /* log2 of the entries, at first and at last */
    BML_SHORT_MAX_ = 19,
    BML_SHORT_MOST_IDS_ = 16, /* copied at once, whatever a word has */
    BML_MANY_MAX_ = 1 << 21,
    BML_LONG_WORD_ = 58,
    BML_LONG_IDS_ = 17,
    BML_LONG_MIN_ = 8,
    BML_LONG_MAX_ = 14,
};

typedef struct bml_key_ {
    uint64_t a, b; /* the word's bytes, 0 after them, and the length; {0, 0} is no word's */
} bml_key_;

/* Two of these, a pair, share a cache line: a word is in one of a pair. */
typedef struct bml_short_ {
    bml_key_ key;
    uint32_t ids[BML_SHORT_IDS_],
        count; /* if count is larger, ids[0] is where in `many` they are */
} bml_short_;

typedef struct bml_long_ {
    uint8_t size, count, word[BML_LONG_WORD_]; /* size 0: empty */
    uint32_t ids[BML_LONG_IDS_];
} bml_long_;

struct bml_cache_ {
    bml_short_ *shorts;
    unsigned short_bits, long_bits; /* log2 of the entries */
    size_t shorts_kept, longs_kept; /* since they have that many */
    uint32_t *many;
    size_t many_used, many_room;
    bml_long_ *longs;
    bml_bench_ bench;
    bml_tokens scratch; /* for calls that do not keep the ids */
};

_Static_assert(sizeof(bml_short_) == 32 && sizeof(bml_long_) == 128, "entries fill cache lines");

/* ---- cache_words.c ---- */

extern const uint8_t bml_key_masks_[BML_SHORT_WORD_ + 1][2][16]; /* kept bytes, length */

/* size <= BML_SHORT_WORD_; 16 bytes can be read at `word`. */
static inline bml_key_ bml_key_of_(const uint8_t *word, size_t size) {
    bml_key_ k, kept, length;
    memcpy(&k, word, sizeof k);
    memcpy(&kept, bml_key_masks_[size][0], sizeof kept);
    memcpy(&length, bml_key_masks_[size][1], sizeof length);
    return (bml_key_){(k.a & kept.a) | length.a, (k.b & kept.b) | length.b};
}

/* The same, reading nothing from `end` on. */
static inline bml_key_ bml_key_before_(const uint8_t *word, size_t size, const uint8_t *end) {
    if (end - word >= 16)
        return bml_key_of_(word, size);
    uint8_t copy[16] = {0};
    memcpy(copy, word, size);
    return bml_key_of_(copy, size);
}

static inline bool bml_key_equal_(bml_key_ x, bml_key_ y) {
    return !((x.a ^ y.a) | (x.b ^ y.b));
}

static inline uint64_t bml_key_hash_(bml_key_ k) {
    uint64_t h = k.a * UINT64_C(0x9E3779B97F4A7C15) + k.b * UINT64_C(0xD6E8FEB86659FD93);
    return (h ^ h >> 32) * UINT64_C(0xA0761D6478BD642F);
}

static inline bml_short_ *bml_pair_at_(const bml_cache_ *cache, uint64_t hash) {
    return cache->shorts + (size_t)(hash >> (64 - cache->short_bits + 1)) * 2;
}

static inline bml_short_ *bml_pair_of_(const bml_cache_ *cache, bml_key_ k) {
    return bml_pair_at_(cache, bml_key_hash_(k));
}

/* *count ids of a word that was kept, or false; ids has room for BML_SHORT_MOST_IDS_. */
bool bml_cache_find_(uint32_t *ids, size_t *count, bml_cache_ *cache, const uint8_t *word,
                     size_t size);
/* Keeps a word that is not found, if it is not too long. */
BML_MUST_USE bml_status bml_cache_keep_(bml_cache_ *cache, const uint8_t *word, size_t size,
                                        const uint32_t *ids, size_t count);
/* Tables for few words. */
BML_MUST_USE bml_status bml_cache_start_(bml_cache_ *cache);

#endif
