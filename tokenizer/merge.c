/* The rules applied to a short piece: the lowest rank is looked for again and again. */
#include "tokenizer_internal.h"

enum {
    PIECE_LIMIT = 1 << 30, /* three entries for each byte are counted in 32 bits */
    PLACE_BITS = 6, /* of a key, under the rank: the least key is the leftmost of the lowest */
    LANES = 8,      /* keys that are compared at once, if the compiler sees to it */
    NO_KEY = INT32_MAX,
};

_Static_assert(BML_MERGE_SHORT_ <= 1 << PLACE_BITS && BML_MERGE_SHORT_ % LANES == 0, "places fit");
_Static_assert(BML_RANK_BITS_ + PLACE_BITS < 31, "keys fit");

/* Tokens stay at the place of their first byte. */
typedef struct piece_state {
    int32_t keys[BML_MERGE_SHORT_]; /* of the rule for the token at a place and the next */
    uint32_t ids[BML_MERGE_SHORT_];
    uint8_t after[BML_MERGE_SHORT_], before[BML_MERGE_SHORT_];
} piece_state;

static inline int32_t key_of(uint32_t rank, size_t place) {
    return rank == BML_NONE_ ? NO_KEY : (int32_t)(rank << PLACE_BITS | (uint32_t)place);
}

static inline int32_t lowest(const int32_t *keys, size_t count) {
    int32_t best[LANES];
    memcpy(best, keys, sizeof best);
    for (size_t i = LANES; i < count; i += LANES)
        for (size_t k = 0; k < LANES; k++)
            best[k] = keys[i + k] < best[k] ? keys[i + k] : best[k];
    for (size_t k = 1; k < LANES; k++)
        best[0] = best[k] < best[0] ? best[k] : best[0];
    return best[0];
}

static void start(piece_state *s, const bml_rules_ *rules, const bml_vocabulary_ *v,
                  const uint8_t *piece, size_t size) {
    for (size_t i = 0; i < size; i++) {
        s->ids[i] = v->byte_ids[piece[i]];
        s->after[i] = (uint8_t)(i + 1);
        s->before[i] = (uint8_t)(i - 1);
    }
    for (size_t i = 0; i + 1 < size; i++)
        s->keys[i] = key_of(rules->byte_ranks[piece[i] << 8 | piece[i + 1]], i);
    for (size_t i = size - 1; i < size || i % LANES; i++)
        s->keys[i] = NO_KEY;
}

static size_t merge_short(uint32_t *ids, const bml_rules_ *rules, const bml_vocabulary_ *v,
                          const uint8_t *piece, size_t size) {
    piece_state s;
    start(&s, rules, v, piece, size);
    for (int32_t key; (key = lowest(s.keys, size)) != NO_KEY;) {
        size_t at = (size_t)key & ((1 << PLACE_BITS) - 1), gone = s.after[at],
               after = s.after[gone];
        s.ids[at] = rules->rules[key >> PLACE_BITS].result;
        s.keys[gone] = NO_KEY;
        s.after[at] = (uint8_t)after;
        s.keys[at] = NO_KEY;
        if (after < size) {
            s.before[after] = (uint8_t)at;
            s.keys[at] = key_of(bml_rules_find_(rules, s.ids[at], s.ids[after]), at);
        }
        if (at > 0)
            s.keys[s.before[at]] =
                key_of(bml_rules_find_(rules, s.ids[s.before[at]], s.ids[at]), s.before[at]);
    }
    size_t count = 0;
    for (size_t at = 0; at < size; at = s.after[at])
        ids[count++] = s.ids[at];
    return count;
}

bml_status bml_merge_(bml_bench_ *bench, uint32_t *ids, size_t *count, const bml_rules_ *rules,
                      const bml_vocabulary_ *v, const uint8_t *piece, size_t size) {
    if (size <= BML_MERGE_SHORT_) {
        *count = merge_short(ids, rules, v, piece, size);
        return BML_OK;
    }
    if (size >= PIECE_LIMIT)
        return bml_fail_(BML_ERROR_SIZE, "a piece of %zu bytes: expected less than 1 GiB", size);
    for (size_t i = 0; i < size; i++)
        ids[i] = v->byte_ids[piece[i]];
    return rules->ascending ? bml_merge_ranks_(bench, ids, count, rules, size)
                            : bml_merge_heap_(bench, ids, count, rules, size);
}

void bml_bench_free_(bml_bench_ *bench) {
    bml_release_(bench->nodes);
    bml_release_(bench->entries);
    bml_release_(bench->heads);
    bml_release_(bench->ranks);
    *bench = (bml_bench_){0};
}
