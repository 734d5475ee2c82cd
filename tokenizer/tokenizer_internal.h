/* What a tokenizer is made of. */
#ifndef BML_TOKENIZER_INTERNAL_H
#define BML_TOKENIZER_INTERNAL_H

#include <stdatomic.h>
#include <string.h>

#include <bendml/tokenizer.h>

#include "base_internal.h"
#include "split_internal.h"

#define BML_NONE_ UINT32_MAX /* no token, no rule, no place */

/* ---- vector.c: memory that grows ---- */

/* Makes room for `need` elements in *pointer, which has room for *room and holds `used`. On error
 * nothing has changed. */
BML_MUST_USE bml_status bml_grow_(void **pointer, size_t *room, size_t used, size_t need,
                                  size_t element, const char *what);
BML_MUST_USE bml_status bml_tokens_reserve_(bml_tokens *tokens, size_t need);
BML_MUST_USE bml_status bml_bytes_reserve_(bml_bytes *bytes, size_t need);
BML_MUST_USE bml_status bml_bytes_add_(bml_bytes *bytes, const void *data, size_t size);

/* ---- vocabulary.c: tokens by id and by bytes ---- */

enum {
    BML_TOKEN_SPECIAL_ = 1,
    BML_TOKEN_ORDINARY_ = 2, /* every token is one of these two */
    BML_TOKEN_WORD_ = 4,     /* a piece with these bytes is this token */
};

typedef struct bml_slot_ {
    uint32_t hash, id;
} bml_slot_;

typedef struct bml_vocabulary_ {
    uint32_t limit, count, special; /* ids are below limit */
    uint8_t *bytes;
    uint32_t
        *starts;    /* [limit + 1] token id is bytes[starts[id]..starts[id + 1]): empty, no token */
    uint8_t *flags; /* [limit] */
    bml_slot_ *slots; /* hash table of the ids by bytes, BML_NONE_ where empty */
    uint32_t mask;    /* slots - 1 */
    uint32_t byte_ids[256];
} bml_vocabulary_;

/* Tokens as a file has them, before they are a vocabulary. {0} is an empty one. */
typedef struct bml_token_list_ {
    struct bml_listed_ {
        uint32_t id, start, size;
        bool special;
    } * tokens;
    size_t count, room;
    bml_bytes bytes;
} bml_token_list_;

void bml_token_list_free_(bml_token_list_ *list);
/* Copies the bytes. What cannot be a token fails: `where` is the file. */
BML_MUST_USE bml_status bml_token_list_add_(bml_token_list_ *list, uint32_t id, const void *bytes,
                                            size_t size, bool special, const char *where);
/* Refuses ids or bytes that come twice, and bytes 0 to 255 without a token. */
BML_MUST_USE bml_status bml_vocabulary_make_(bml_vocabulary_ *v, const bml_token_list_ *list,
                                             const char *where);
/* Refuses a gap in the ids below the last that is not special. */
BML_MUST_USE bml_status bml_vocabulary_check_ids_(const bml_vocabulary_ *v, const char *where);
void bml_vocabulary_free_(bml_vocabulary_ *v);
/* The token with these bytes, one that is not special if there are two, or BML_NONE_. */
uint32_t bml_vocabulary_find_(const bml_vocabulary_ *v, const uint8_t *bytes, size_t size);
uint32_t bml_vocabulary_find_special_(const bml_vocabulary_ *v, const uint8_t *bytes, size_t size);

static inline size_t bml_token_size_(const bml_vocabulary_ *v, uint32_t id) {
    return v->starts[id + 1] - v->starts[id];
}

static inline const uint8_t *bml_token_bytes_(const bml_vocabulary_ *v, uint32_t id) {
    return v->bytes + v->starts[id];
}

static inline bool bml_token_exists_(const bml_vocabulary_ *v, uint32_t id) {
    return id < v->limit && bml_token_size_(v, id) > 0;
}

/* ---- rules.c: which two tokens become which ---- */

enum { BML_ID_BITS_ = 21, BML_RANK_BITS_ = 22, BML_RANK_LIMIT_ = (1 << 22) - 1 };

typedef struct bml_rule_ {
    uint32_t left, right, result; /* left is BML_NONE_ where a rank has no rule */
} bml_rule_;

/* A slot is left, right and rank in one number; all ones: empty. */
typedef struct bml_rules_ {
    bml_rule_ *rules; /* [limit] by rank, the lowest goes first */
    uint32_t limit, count;
    uint64_t *slots;
    unsigned shift;   /* 64 - log2 of how many slots */
    uint64_t *filter; /* four bits for each slot: 0 where no pair can be, which is the usual case */
    uint32_t *byte_ranks; /* [65536] of the rule that joins two bytes, or BML_NONE_ */
    uint8_t joins[8192];  /* bit 256 x + y: some rule joins ...x and y... */
    bool ascending;       /* what a rule joins was made by rules of lower rank */
} bml_rules_;

/* Room for rules of ranks below `limit`, none of which is there yet. */
BML_MUST_USE bml_status bml_rules_make_(bml_rules_ *rules, size_t limit, const char *where);
void bml_rules_free_(bml_rules_ *rules);
/* Ranks are given once each. False: there is a rule for these two already. */
bool bml_rules_add_(bml_rules_ *rules, uint32_t rank, bml_rule_ rule);
/* When all have been added: what is known of all of them. */
BML_MUST_USE bml_status bml_rules_finish_(bml_rules_ *rules, const bml_vocabulary_ *v,
                                          const char *where);

static inline uint64_t bml_pair_hash_(uint64_t pair) {
    return pair * UINT64_C(0x9E3779B97F4A7C15);
}

/* The rank of the rule for these two, or BML_NONE_. */
static inline uint32_t bml_rules_find_(const bml_rules_ *rules, uint32_t left, uint32_t right) {
    uint64_t pair = (uint64_t)left << BML_ID_BITS_ | right, hash = bml_pair_hash_(pair);
    uint64_t bit = hash >> (rules->shift - 2);
    if (!(rules->filter[bit / 64] >> bit % 64 & 1))
        return BML_NONE_;
    size_t mask = ((size_t)1 << (64 - rules->shift)) - 1;
    for (size_t at = (size_t)(hash >> rules->shift);; at = (at + 1) & mask) {
        uint64_t slot = rules->slots[at];
        if (slot >> BML_RANK_BITS_ == pair)
            return (uint32_t)(slot & BML_RANK_LIMIT_);
        if (slot == UINT64_MAX)
            return BML_NONE_;
    }
}

/* ---- merge*.c: the rules applied to one piece ---- */

/* Where long pieces are worked on. {0} is an empty one. */
typedef struct bml_bench_ {
    void *nodes, *entries;
    size_t nodes_room, entries_room;
    uint32_t *heads; /* [limit] entries by rank; BML_NONE_ between pieces */
    uint64_t *ranks; /* a tree of bits over them: all 0 between pieces */
    size_t heads_room, ranks_room;
} bml_bench_;

void bml_bench_free_(bml_bench_ *bench);
/* ids[0..*count) := the tokens of a piece; ids has room for `size` >= 1. */
BML_MUST_USE bml_status bml_merge_(bml_bench_ *bench, uint32_t *ids, size_t *count,
                                   const bml_rules_ *rules, const bml_vocabulary_ *v,
                                   const uint8_t *piece, size_t size);
enum { BML_MERGE_SHORT_ = 48 }; /* up to this many bytes it is a scan for the lowest rank */
BML_MUST_USE bml_status bml_merge_ranks_(bml_bench_ *bench, uint32_t *ids, size_t *count,
                                         const bml_rules_ *rules, size_t size);
BML_MUST_USE bml_status bml_merge_heap_(bml_bench_ *bench, uint32_t *ids, size_t *count,
                                        const bml_rules_ *rules, size_t size);

/* ---- cache.c: words that were encoded before ---- */

typedef struct bml_cache_ bml_cache_;
struct bml_cache_;

enum { BML_CACHES_ = 64 };

struct bml_tokenizer {
    char *name;
    bml_pattern pattern;
    bml_split_ *split;
    bml_next_piece_ *next;
    bml_vocabulary_ vocabulary;
    bml_rules_ rules;
    bool whole_words; /* a piece that is a token is that token, whatever the rules say */
    bool parts;       /* a piece may be cut where no rule joins: no token contradicts the rules */
    bool special_first[256]; /* whether a special token starts with this byte */
    uint32_t *special_sizes; /* those that special tokens have, the largest first */
    uint32_t special_sizes_count;
    _Atomic(bml_cache_ *) caches[BML_CACHES_];
};

/* A cache that no one else uses until it is given back. */
BML_MUST_USE bml_status bml_cache_take_(bml_cache_ **cache, const bml_tokenizer *t);
void bml_cache_give_(bml_cache_ *cache, const bml_tokenizer *t);
void bml_cache_free_(bml_cache_ *cache);

/* ---- words.c ---- */

/* Appends the ids of the first pieces of an ordinary text of size >= 1, which are *used bytes. On
 * error out->count is what it was. */
BML_MUST_USE bml_status bml_encode_some_(bml_tokens *out, const bml_tokenizer *t, bml_cache_ *cache,
                                         const uint8_t *text, size_t size, size_t *used);

/* ---- special.c ---- */

/* Refuses ids that are not special. */
BML_MUST_USE bml_status bml_special_check_(const bml_tokenizer *t, const bml_special *special);
/* *start := where the first allowed special token at or after `at` is, *id which, or the text's end
 * and BML_NONE_. Fails at one that is refused. */
BML_MUST_USE bml_status bml_special_next_(size_t *start, uint32_t *id, const bml_tokenizer *t,
                                          const uint8_t *text, size_t size, size_t at,
                                          const bml_special *special);

/* ---- make.c: from what a file says to a tokenizer ---- */

BML_MUST_USE bml_status bml_tokenizer_begin_(bml_tokenizer **out, const char *name,
                                             bml_pattern pattern);
/* Checks all of it and makes *out of `t`, or frees it. `known`: each token is what the rules make
 * of its bytes, which is checked otherwise. */
BML_MUST_USE bml_status bml_tokenizer_end_(bml_tokenizer **out, bml_tokenizer *t, bool known,
                                           bml_status status);

/* ---- rules_of_ranks.c ---- */

/* The rules of a table where the rank of a token is its id. */
BML_MUST_USE bml_status bml_rules_of_ranks_(bml_tokenizer *t, const char *where);

/* ---- loaders ---- */

BML_MUST_USE bml_status bml_open_gpt2_(bml_tokenizer **out);
BML_MUST_USE bml_status bml_load_ranks_(bml_tokenizer **out, const char *name, const char *path,
                                        bml_pattern pattern, const bml_special_token *special,
                                        size_t count);

#endif
