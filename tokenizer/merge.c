/* The rules applied to a short piece: the lowest rank is looked for again and again. */
#include "tokenizer_internal.h"

enum { PIECE_LIMIT = 1 << 30 }; /* three entries for each byte are counted in 32 bits */

static inline uint32_t lowest(const uint32_t *ranks, size_t count, size_t *at) {
    uint32_t best = ranks[0];
    *at = 0;
    for (size_t i = 1; i < count; i++)
        if (ranks[i] < best) {
            best = ranks[i];
            *at = i;
        }
    return best;
}

/* ranks[i] is of the rule for tokens i and i + 1; of the last it is BML_NONE_. */
static size_t merge_short(uint32_t *ids, const bml_rules_ *rules, const bml_vocabulary_ *v,
                          const uint8_t *piece, size_t size) {
    uint32_t ranks[BML_MERGE_SHORT_];
    for (size_t i = 0; i + 1 < size; i++)
        ranks[i] = rules->byte_ranks[piece[i] << 8 | piece[i + 1]];
    for (size_t i = 0; i < size; i++)
        ids[i] = v->byte_ids[piece[i]];
    ranks[size - 1] = BML_NONE_;
    while (size > 1) {
        size_t at, after;
        uint32_t rank = lowest(ranks, size - 1, &at);
        if (rank == BML_NONE_)
            break;
        ids[at] = rules->rules[rank].result;
        after = at + 1;
        size--;
        memmove(ids + after, ids + after + 1, (size - after) * sizeof *ids);
        memmove(ranks + after, ranks + after + 1, (size - after) * sizeof *ranks);
        ranks[at] = after < size ? bml_rules_find_(rules, ids[at], ids[after]) : BML_NONE_;
        if (at > 0)
            ranks[at - 1] = bml_rules_find_(rules, ids[at - 1], ids[at]);
    }
    return size;
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
