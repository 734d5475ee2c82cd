/* An ordinary text to ids: its pieces are looked up one after the other in the cache, and only new
 * ones in the vocabulary, or merged. */
#include "cache_internal.h"

enum { PIECES = 512 }; /* split at once */

/* What is kept of the 16 bytes at a word, and the length in the last. */
static const uint8_t masks[BML_SHORT_WORD_ + 1][2][16] = {
#define ROW(n) \
    { \
        {0 < n ? 0xFF : 0,  1 < n ? 0xFF : 0,  2 < n ? 0xFF : 0,  3 < n ? 0xFF : 0, \
         4 < n ? 0xFF : 0,  5 < n ? 0xFF : 0,  6 < n ? 0xFF : 0,  7 < n ? 0xFF : 0, \
         8 < n ? 0xFF : 0,  9 < n ? 0xFF : 0,  10 < n ? 0xFF : 0, 11 < n ? 0xFF : 0, \
         12 < n ? 0xFF : 0, 13 < n ? 0xFF : 0, 14 < n ? 0xFF : 0, 0}, \
        { \
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, n \
        } \
    }
    ROW(0), ROW(1), ROW(2),  ROW(3),  ROW(4),  ROW(5),  ROW(6),  ROW(7),
    ROW(8), ROW(9), ROW(10), ROW(11), ROW(12), ROW(13), ROW(14), ROW(15),
};

typedef struct key {
    uint64_t a, b;
} key;

/* size <= BML_SHORT_WORD_; 16 bytes can be read at `word`. */
static inline key key_of(const uint8_t *word, size_t size) {
    key k, kept, length;
    memcpy(&k, word, sizeof k);
    memcpy(&kept, masks[size][0], sizeof kept);
    memcpy(&length, masks[size][1], sizeof length);
    return (key){(k.a & kept.a) | length.a, (k.b & kept.b) | length.b};
}

static inline key key_at(const uint8_t *word, size_t size, const uint8_t *end) {
    if (end - word >= 16)
        return key_of(word, size);
    uint8_t copy[16] = {0};
    memcpy(copy, word, size);
    return key_of(copy, size);
}

/* The first of the pair that a key belongs to. */
static inline size_t pair_of(key k) {
    uint64_t h = k.a * UINT64_C(0x9E3779B97F4A7C15) + k.b * UINT64_C(0xD6E8FEB86659FD93);
    h = (h ^ h >> 32) * UINT64_C(0xA0761D6478BD642F);
    return (size_t)(h >> (64 - BML_SHORT_BITS_ + 1)) * 2;
}

static inline bool is_key(const bml_short_ *entry, key k) {
    return entry->key[0] == k.a && entry->key[1] == k.b;
}

static bml_long_ *long_of(bml_cache_ *cache, const uint8_t *word, size_t size) {
    uint64_t h = size, part;
    for (; size >= 8; word += 8, size -= 8) {
        memcpy(&part, word, 8);
        h = (h ^ part) * UINT64_C(0xD6E8FEB86659FD93);
        h ^= h >> 32;
    }
    part = 0;
    memcpy(&part, word, size);
    h = (h ^ part) * UINT64_C(0xD6E8FEB86659FD93);
    return &cache->longs[h >> (64 - BML_LONG_BITS_)];
}

/* The newest goes first in its pair, and what was first second. */
static void keep(bml_cache_ *cache, const uint8_t *word, size_t size, const uint32_t *ids,
                 size_t count) {
    if (size <= BML_SHORT_WORD_ && count <= BML_SHORT_IDS_) {
        key k = key_at(word, size, word);
        bml_short_ *pair = &cache->shorts[pair_of(k)];
        pair[1] = pair[0];
        pair[0] = (bml_short_){{k.a, k.b}, {0, 0, 0}, (uint32_t)count};
        memcpy(pair[0].ids, ids, count * sizeof *ids);
    } else if (size <= BML_LONG_WORD_ && count <= BML_LONG_IDS_) {
        bml_long_ *entry = long_of(cache, word, size);
        entry->size = (uint8_t)size;
        entry->count = (uint8_t)count;
        memcpy(entry->word, word, size);
        memcpy(entry->ids, ids, count * sizeof *ids);
    }
}

typedef struct state {
    const bml_tokenizer *t;
    bml_cache_ *cache;
    uint32_t *ids; /* where the next go; there is room for one a byte */
    size_t count;  /* of the newest word */
} state;

/* A word that is not among the short ones, or not known to be. */
static bool find_long(state *s, const uint8_t *word, size_t size) {
    if (size > BML_LONG_WORD_)
        return false;
    const bml_long_ *entry = long_of(s->cache, word, size);
    if (entry->size != size || memcmp(entry->word, word, size) != 0)
        return false;
    memcpy(s->ids, entry->ids, entry->count * sizeof *s->ids);
    s->count = entry->count;
    return true;
}

static bool find_token(state *s, const uint8_t *word, size_t size) {
    uint32_t id = bml_vocabulary_find_(&s->t->vocabulary, word, size);
    if (id == BML_NONE_ || !(s->t->vocabulary.flags[id] & BML_TOKEN_WORD_))
        return false;
    s->ids[0] = id;
    s->count = 1;
    return true;
}

/* How many bytes no rule can join with what comes after. */
static size_t part_size(const bml_rules_ *rules, const uint8_t *piece, size_t size) {
    size_t i = 1;
    while (i < size && rules->joins[piece[i - 1] << 5 | piece[i] >> 3] >> (piece[i] & 7) & 1)
        i++;
    return i;
}

static bml_status look_up(state *s, const uint8_t *word, size_t size);

/* Parts are words of their own, so that what comes again in long pieces is found again. */
static bml_status merge_parts(state *s, const uint8_t *piece, size_t size, size_t part) {
    size_t count = 0;
    for (;;) {
        bml_status status = look_up(s, piece, part);
        if (status)
            return status;
        count += s->count;
        s->ids += s->count;
        piece += part;
        size -= part;
        if (size == 0)
            break;
        part = part_size(&s->t->rules, piece, size);
    }
    s->ids -= count;
    s->count = count;
    return BML_OK;
}

/* Of a word that is in no cache. A part has no parts, so this calls itself once at most. */
static bml_status encode_new(state *s, const uint8_t *word, size_t size) {
    if (!find_token(s, word, size)) {
        const bml_tokenizer *t = s->t;
        size_t part = t->parts ? part_size(&t->rules, word, size) : size;
        bml_status status = part < size ? merge_parts(s, word, size, part)
                                        : bml_merge_(&s->cache->bench, s->ids, &s->count, &t->rules,
                                                     &t->vocabulary, word, size);
        if (status)
            return status;
    }
    keep(s->cache, word, size, s->ids, s->count);
    return BML_OK;
}

static bml_status look_up(state *s, const uint8_t *word, size_t size) {
    if (size <= BML_SHORT_WORD_) {
        key k = key_at(word, size, word);
        const bml_short_ *pair = &s->cache->shorts[pair_of(k)];
        for (int i = 0; i < 2; i++)
            if (is_key(&pair[i], k)) {
                memcpy(s->ids, pair[i].ids, pair[i].count * sizeof *s->ids);
                s->count = pair[i].count;
                return BML_OK;
            }
    }
    return find_long(s, word, size) ? BML_OK : encode_new(s, word, size);
}

/* The ids of `count` pieces of the text. In the usual case four ids are copied, of which the last
 * is the count, since that takes no branch: hence the room for 4 more. */
static bml_status encode_pieces(state *s, const uint8_t *text, const size_t *ends, size_t count,
                                const uint8_t *text_end) {
    size_t start = 0;
    for (size_t i = 0; i < count; start = ends[i++]) {
        const uint8_t *word = text + start;
        size_t size = ends[i] - start;
        if (size <= BML_SHORT_WORD_) {
            key k = key_at(word, size, text_end);
            const bml_short_ *entry = &s->cache->shorts[pair_of(k)];
            if (is_key(entry, k) || is_key(++entry, k)) {
                memcpy(s->ids, entry->ids, sizeof entry->ids);
                s->ids += entry->count;
                continue;
            }
        }
        bml_status status = look_up(s, word, size);
        if (status)
            return status;
        s->ids += s->count;
    }
    return BML_OK;
}

bml_status bml_encode_some_(bml_tokens *out, const bml_tokenizer *t, bml_cache_ *cache,
                            const uint8_t *text, size_t size, size_t *used) {
    size_t ends[PIECES], count = t->split(ends, PIECES, text, size);
    *used = ends[count - 1];
    bml_status status = bml_tokens_reserve_(out, out->count + *used + 4);
    if (status)
        return status;
    state s = {t, cache, out->ids + out->count, 0};
    status = encode_pieces(&s, text, ends, count, text + size);
    if (!status)
        out->count = (size_t)(s.ids - out->ids);
    return status;
}
