#include "tokenizer_internal.h"

void bml_rules_free_(bml_rules_ *rules) {
    bml_release_(rules->rules);
    bml_release_(rules->slots);
    bml_release_(rules->filter);
    bml_release_(rules->byte_ranks);
    rules->rules = NULL;
    rules->slots = NULL;
    rules->filter = NULL;
    rules->byte_ranks = NULL;
}

bml_status bml_rules_make_(bml_rules_ *rules, size_t limit, const char *where) {
    if (limit > BML_RANK_LIMIT_)
        return bml_fail_(BML_ERROR_FORMAT, "%s: found %zu rules, expected %d at most", where, limit,
                         BML_RANK_LIMIT_);
    unsigned bits = 10;
    while ((size_t)1 << bits < 2 * limit)
        bits++;
    void *list = NULL, *slots = NULL, *filter = NULL, *bytes = NULL;
    bml_status status = bml_allocate_(&list, limit, sizeof *rules->rules, where);
    if (!status)
        status = bml_allocate_(&slots, (size_t)1 << bits, sizeof *rules->slots, where);
    if (!status)
        status = bml_allocate_(&filter, (size_t)1 << (bits - 4), sizeof *rules->filter, where);
    if (!status)
        status = bml_allocate_(&bytes, 65536, sizeof *rules->byte_ranks, where);
    rules->rules = list;
    rules->slots = slots;
    rules->filter = filter;
    rules->byte_ranks = bytes;
    if (status) {
        bml_rules_free_(rules);
        return status;
    }
    rules->limit = (uint32_t)limit;
    rules->count = 0;
    rules->shift = 64 - bits;
    memset(rules->rules, 0xFF, limit * sizeof *rules->rules);
    memset(rules->byte_ranks, 0xFF, 65536 * sizeof *rules->byte_ranks);
    memset(rules->slots, 0xFF, ((size_t)1 << bits) * sizeof *rules->slots);
    memset(rules->filter, 0, ((size_t)1 << (bits - 4)) * sizeof *rules->filter);
    return BML_OK;
}

bool bml_rules_add_(bml_rules_ *rules, uint32_t rank, bml_rule_ rule) {
    uint64_t pair = (uint64_t)rule.left << BML_ID_BITS_ | rule.right;
    size_t mask = ((size_t)1 << (64 - rules->shift)) - 1;
    uint64_t hash = bml_pair_hash_(pair), bit = hash >> (rules->shift - 2);
    size_t at = (size_t)(hash >> rules->shift);
    for (; rules->slots[at] != UINT64_MAX; at = (at + 1) & mask)
        if (rules->slots[at] >> BML_RANK_BITS_ == pair)
            return false;
    rules->filter[bit / 64] |= UINT64_C(1) << bit % 64;
    rules->slots[at] = pair << BML_RANK_BITS_ | rank;
    rules->rules[rank] = rule;
    rules->count++;
    return true;
}

static void note_joins(bml_rules_ *rules, const bml_vocabulary_ *v) {
    memset(rules->joins, 0, sizeof rules->joins);
    for (uint32_t rank = 0; rank < rules->limit; rank++) {
        const bml_rule_ *rule = &rules->rules[rank];
        if (rule->left == BML_NONE_)
            continue;
        unsigned x = v->bytes[v->starts[rule->left + 1] - 1], y = *bml_token_bytes_(v, rule->right);
        rules->joins[x << 5 | y >> 3] |= (uint8_t)(1u << (y & 7));
    }
}

/* Whether no rule makes what one of the same or a lower rank joins. */
static bool is_ascending(const bml_rules_ *rules, const bml_vocabulary_ *v, uint8_t *joined) {
    memset(joined, 0, v->limit);
    for (uint32_t rank = 0; rank < rules->limit; rank++) {
        const bml_rule_ *rule = &rules->rules[rank];
        if (rule->left == BML_NONE_)
            continue;
        joined[rule->left] = joined[rule->right] = 1;
        if (joined[rule->result])
            return false;
    }
    return true;
}

bml_status bml_rules_finish_(bml_rules_ *rules, const bml_vocabulary_ *v, const char *where) {
    void *joined;
    bml_status status = bml_allocate_(&joined, v->limit, 1, where);
    if (status)
        return status;
    rules->ascending = is_ascending(rules, v, joined);
    bml_release_(joined);
    note_joins(rules, v);
    for (unsigned x = 0; x < 256; x++)
        for (unsigned y = 0; y < 256; y++)
            if (rules->joins[x << 5 | y >> 3] >> (y & 7) & 1)
                rules->byte_ranks[x << 8 | y] =
                    bml_rules_find_(rules, v->byte_ids[x], v->byte_ids[y]);
    return BML_OK;
}
