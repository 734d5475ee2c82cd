/* An ordinary text to ids: its pieces are looked up one after the other in the cache, and only new
 * ones in the vocabulary, or merged. */
#include "cache_internal.h"

enum { PIECES = 512 }; /* split at once */

typedef struct state {
    const bml_tokenizer *t;
    bml_cache_ *cache;
    uint32_t *ids; /* where the next go; there is room for one a byte */
    size_t count;  /* of the newest word */
} state;

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
    return bml_cache_keep_(s->cache, word, size, s->ids, s->count);
}

static bml_status look_up(state *s, const uint8_t *word, size_t size) {
    if (bml_cache_find_(s->ids, &s->count, s->cache, word, size))
        return BML_OK;
    return encode_new(s, word, size);
}

/* Where each piece is looked for, if it is short. The tables are larger than the first caches of a
 * processor: that memory is on its way before the first is needed. */
static void fetch(uint64_t *hashes, const bml_cache_ *cache, const uint8_t *text,
                  const size_t *ends, size_t count, const uint8_t *text_end) {
    size_t start = 0;
    for (size_t i = 0; i < count; start = ends[i++]) {
        size_t size = ends[i] - start;
        if (size > BML_SHORT_WORD_)
            continue;
        hashes[i] = bml_key_hash_(bml_key_before_(text + start, size, text_end));
        __builtin_prefetch(bml_pair_at_(cache, hashes[i]));
    }
}

/* The ids of `count` pieces of the text. In the usual case three ids are copied, whatever a word
 * has, since that takes no branch: hence the room for more. */
static bml_status encode_pieces(state *s, const uint8_t *text, const size_t *ends, size_t count,
                                const uint8_t *text_end) {
    const uint8_t *word = text;
    uint32_t *ids = s->ids;
    uint64_t hashes[PIECES];
    fetch(hashes, s->cache, text, ends, count, text_end);
    for (size_t i = 0; i < count; i++) {
        size_t size = (size_t)(text + ends[i] - word);
        if (size <= BML_SHORT_WORD_) {
            bml_key_ k = bml_key_before_(word, size, text_end);
            const bml_short_ *entry = bml_pair_at_(s->cache, hashes[i]);
            if (bml_key_equal_(entry->key, k)) {
                memcpy(ids, entry->ids, sizeof entry->ids);
                if (entry->count > BML_SHORT_IDS_)
                    memcpy(ids, s->cache->many + entry->ids[0], BML_SHORT_MOST_IDS_ * sizeof *ids);
                ids += entry->count;
                word += size;
                continue;
            }
        }
        s->ids = ids;
        bml_status status = look_up(s, word, size);
        if (status)
            return status;
        ids += s->count;
        word += size;
    }
    s->ids = ids;
    return BML_OK;
}

bml_status bml_encode_some_(bml_tokens *out, const bml_tokenizer *t, bml_cache_ *cache,
                            const uint8_t *text, size_t size, size_t *used) {
    size_t ends[PIECES], count = t->split(ends, PIECES, text, size);
    *used = ends[count - 1];
    bml_status status = bml_tokens_reserve_(out, out->count + *used + BML_SHORT_MOST_IDS_);
    if (status)
        return status;
    state s = {t, cache, out->ids + out->count, 0};
    status = encode_pieces(&s, text, ends, count, text + size);
    if (!status)
        out->count = (size_t)(s.ids - out->ids);
    return status;
}
