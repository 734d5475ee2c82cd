/* Words that were encoded before, with their ids; and what else one call at a time may use. */
#ifndef BML_CACHE_INTERNAL_H
#define BML_CACHE_INTERNAL_H

#include "tokenizer_internal.h"

enum {
    BML_SHORT_WORD_ = 15, /* bytes; the 16th of a key is the length */
    BML_SHORT_IDS_ = 3,
    BML_SHORT_BITS_ = 15, /* log2 of the entries */
    BML_LONG_WORD_ = 58,
    BML_LONG_IDS_ = 17,
    BML_LONG_BITS_ = 14,
};

/* Two of these, a pair, share a cache line. A key of 0 is empty: the length of a word is not 0. */
typedef struct bml_short_ {
    uint64_t key[2];
    uint32_t ids[BML_SHORT_IDS_], count;
} bml_short_;

typedef struct bml_long_ {
    uint8_t size, count, word[BML_LONG_WORD_];
    uint32_t ids[BML_LONG_IDS_];
} bml_long_;

struct bml_cache_ {
    bml_short_ shorts[1 << BML_SHORT_BITS_];
    bml_long_ longs[1 << BML_LONG_BITS_];
    bml_bench_ bench;
    bml_tokens scratch; /* for calls that do not keep the ids */
};

_Static_assert(sizeof(bml_short_) == 32 && sizeof(bml_long_) == 128, "entries fill cache lines");

#endif
