/* A rank file has no rules: there, any two neighbours become a token if their bytes together are
 * one, the token of lowest rank first. That is the same as one rule for each token. For while the
 * bytes of a token are merged, nothing across its ends being joined, the steps are those of merging
 * these bytes alone, and the last step but one is the only state of two tokens: no other two can
 * become this token. So each token's bytes are merged by the rules of shorter ones, and if two
 * tokens are left, those are its rule. */
#include "tokenizer_internal.h"

/* *out := the ids, the shortest tokens first; a counting sort. */
static bml_status sort_by_size(uint32_t **out, const bml_vocabulary_ *v, const char *where) {
    size_t longest = 0;
    for (uint32_t id = 0; id < v->limit; id++)
        longest = bml_token_size_(v, id) > longest ? bml_token_size_(v, id) : longest;
    void *ids, *starts;
    bml_status status = bml_allocate_(&ids, v->limit, sizeof **out, where);
    if (status)
        return status;
    status = bml_allocate_(&starts, longest + 2, sizeof(uint32_t), where);
    if (status) {
        bml_release_(ids);
        return status;
    }
    uint32_t *start = starts;
    memset(start, 0, (longest + 2) * sizeof *start);
    for (uint32_t id = 0; id < v->limit; id++)
        start[bml_token_size_(v, id) + 1]++;
    for (size_t size = 1; size <= longest; size++)
        start[size] += start[size - 1];
    *out = ids;
    for (uint32_t id = 0; id < v->limit; id++)
        (*out)[start[bml_token_size_(v, id)]++] = id;
    bml_release_(starts);
    return BML_OK;
}

static bml_status add_rule(bml_tokenizer *t, bml_bench_ *bench, bml_tokens *room, uint32_t id) {
    const bml_vocabulary_ *v = &t->vocabulary;
    const uint8_t *bytes = bml_token_bytes_(v, id);
    size_t size = bml_token_size_(v, id), count;
    bml_status status = bml_tokens_reserve_(room, size);
    if (!status)
        status = bml_merge_(bench, room->ids, &count, &t->rules, v, bytes, size);
    if (status || count != 2) /* otherwise it is only ever a whole piece */
        return status;
    (void)bml_rules_add_(&t->rules, id, (bml_rule_){room->ids[0], room->ids[1], id});
    if (size == 2)
        t->rules.byte_ranks[bytes[0] << 8 | bytes[1]] = id;
    return BML_OK;
}

bml_status bml_rules_of_ranks_(bml_tokenizer *t, const char *where) {
    const bml_vocabulary_ *v = &t->vocabulary;
    bml_bench_ bench = {0};
    bml_tokens room = {0};
    uint32_t *ids;
    bml_status status = bml_rules_make_(&t->rules, v->limit, where);
    if (!status)
        status = sort_by_size(&ids, v, where);
    if (status)
        return status;
    for (uint32_t i = 0; i < v->limit && !status; i++)
        if (bml_token_size_(v, ids[i]) > 1 && v->flags[ids[i]] & BML_TOKEN_ORDINARY_)
            status = add_rule(t, &bench, &room, ids[i]);
    bml_tokens_free(&room);
    bml_bench_free_(&bench);
    bml_release_(ids);
    return status;
}
