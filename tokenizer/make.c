/* What all loaders have in common: an empty tokenizer, and the checks at its end. */
#include "tokenizer_internal.h"

static const struct {
    const char *name;
    bml_split_ *split;
    bml_next_piece_ *next;
} patterns[BML_PATTERN_COUNT] = {
    [BML_PATTERN_GPT2] = {"gpt2", bml_split_gpt2_, bml_next_gpt2_},
    [BML_PATTERN_CL100K] = {"cl100k", bml_split_cl100k_, bml_next_cl100k_},
    [BML_PATTERN_O200K] = {"o200k", bml_split_o200k_, bml_next_o200k_},
    [BML_PATTERN_LLAMA3] = {"llama3", bml_split_llama3_, bml_next_llama3_},
    [BML_PATTERN_NONE] = {"none", bml_split_none_, bml_next_none_},
};

const char *bml_pattern_name(bml_pattern pattern) {
    return (unsigned)pattern < BML_PATTERN_COUNT ? patterns[pattern].name : "unknown";
}

bml_status bml_tokenizer_begin_(bml_tokenizer **out, const char *name, bml_pattern pattern) {
    if ((unsigned)pattern >= BML_PATTERN_COUNT)
        return bml_fail_(BML_ERROR_RANGE, "%s: found the pattern %d, expected one below %d", name,
                         (int)pattern, BML_PATTERN_COUNT);
    void *block, *copy;
    size_t size = strlen(name) + 1;
    bml_status status = bml_allocate_(&block, 1, sizeof **out, name);
    if (status)
        return status;
    status = bml_allocate_(&copy, size, 1, name);
    if (status) {
        bml_release_(block);
        return status;
    }
    bml_tokenizer *t = block;
    memset(t, 0, sizeof *t);
    for (size_t i = 0; i < BML_CACHES_; i++)
        atomic_init(&t->caches[i], NULL);
    t->name = memcpy(copy, name, size);
    t->pattern = pattern;
    t->split = patterns[pattern].split;
    t->next = patterns[pattern].next;
    *out = t;
    return BML_OK;
}

void bml_tokenizer_free(bml_tokenizer *tokenizer) {
    if (!tokenizer)
        return;
    for (size_t i = 0; i < BML_CACHES_; i++)
        bml_cache_free_(atomic_load(&tokenizer->caches[i]));
    bml_vocabulary_free_(&tokenizer->vocabulary);
    bml_rules_free_(&tokenizer->rules);
    bml_release_(tokenizer->special_sizes);
    bml_release_(tokenizer->name);
    bml_release_(tokenizer);
}

/* Inserts a size that is not there yet into the descending list. */
static void note_size(bml_tokenizer *t, uint32_t size) {
    uint32_t i = 0, count = t->special_sizes_count;
    while (i < count && t->special_sizes[i] > size)
        i++;
    if (i < count && t->special_sizes[i] == size)
        return;
    memmove(t->special_sizes + i + 1, t->special_sizes + i, (count - i) * sizeof *t->special_sizes);
    t->special_sizes[i] = size;
    t->special_sizes_count++;
}

static bml_status note_special(bml_tokenizer *t) {
    const bml_vocabulary_ *v = &t->vocabulary;
    void *sizes;
    bml_status status = bml_allocate_(&sizes, v->special, sizeof *t->special_sizes, t->name);
    if (status)
        return status;
    t->special_sizes = sizes;
    for (uint32_t id = 0; id < v->limit && v->special; id++)
        if (v->flags[id] & BML_TOKEN_SPECIAL_) {
            t->special_first[*bml_token_bytes_(v, id)] = true;
            note_size(t, (uint32_t)bml_token_size_(v, id));
        }
    return BML_OK;
}

/* Whether the rules make this token of its bytes. */
static bml_status check_word(bool *is, const bml_tokenizer *t, bml_bench_ *bench, bml_tokens *room,
                             uint32_t id) {
    const bml_vocabulary_ *v = &t->vocabulary;
    size_t size = bml_token_size_(v, id), count;
    bml_status status = bml_tokens_reserve_(room, size);
    if (!status)
        status = bml_merge_(bench, room->ids, &count, &t->rules, v, bml_token_bytes_(v, id), size);
    if (!status)
        *is = count == 1 && room->ids[0] == id;
    return status;
}

/* Says of each token that is not special whether a piece may be looked up as it, and of all of them
 * whether they agree with the rules. */
static bml_status note_words(bml_tokenizer *t, bool known) {
    bml_vocabulary_ *v = &t->vocabulary;
    bml_bench_ bench = {0};
    bml_tokens room = {0};
    bml_status status = BML_OK;
    t->parts = true;
    for (uint32_t id = 0; id < v->limit && !status; id++) {
        bool is = true;
        if (!(bml_token_exists_(v, id) && v->flags[id] & BML_TOKEN_ORDINARY_))
            continue;
        if (!known)
            status = check_word(&is, t, &bench, &room, id);
        if (is || t->whole_words)
            v->flags[id] |= BML_TOKEN_WORD_;
        t->parts = t->parts && (is || !t->whole_words);
    }
    bml_tokens_free(&room);
    bml_bench_free_(&bench);
    return status;
}

bml_status bml_tokenizer_end_(bml_tokenizer **out, bml_tokenizer *t, bool known,
                              bml_status status) {
    if (!status)
        status = bml_rules_finish_(&t->rules, &t->vocabulary, t->name);
    if (!status)
        status = note_special(t);
    if (!status)
        status = note_words(t, known);
    if (status)
        bml_tokenizer_free(t);
    else
        *out = t;
    return status;
}
