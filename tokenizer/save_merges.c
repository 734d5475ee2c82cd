/* vocab.json and merges.txt. */
#include "save_internal.h"

/* When they are read again, a token that no rule makes is special. */
static bml_status check_made(const bml_tokenizer *t, const char *path) {
    const bml_vocabulary_ *v = &t->vocabulary;
    void *block;
    bml_status status = bml_allocate_(&block, v->limit, 1, path);
    if (status)
        return status;
    uint8_t *made = block;
    memset(made, 0, v->limit);
    for (uint32_t rank = 0; rank < t->rules.limit; rank++)
        if (t->rules.rules[rank].left != BML_NONE_)
            made[t->rules.rules[rank].result] = 1;
    for (uint32_t id = 0; id < v->limit && !status; id++)
        if (bml_token_size_(v, id) > 1 && !made[id] && v->flags[id] & BML_TOKEN_ORDINARY_)
            status =
                bml_fail_(BML_ERROR_UNSUPPORTED,
                          "%s: no rule makes token %u, and merges.txt has rules only", path, id);
    bml_release_(block);
    return status;
}

/* A special token stands in vocab.json as its own text. Where that is all of GPT-2's alphabet, a
 * reader takes it for the bytes it stands for: these must be the text's own, and no other token's.
 */
static bml_status check_special(const bml_tokenizer *t, const char *path) {
    const bml_vocabulary_ *v = &t->vocabulary;
    bml_bytes name = {0};
    bml_status status = BML_OK;
    for (uint32_t id = 0; id < v->limit && !status; id++) {
        size_t size = bml_token_size_(v, id), read = size;
        if (!bml_tokenizer_is_special(t, id))
            continue;
        name.size = 0;
        status = bml_bytes_add_(&name, bml_token_bytes_(v, id), size);
        if (status || !bml_alphabet_decode_((char *)name.data, &read))
            continue;
        uint32_t other = bml_vocabulary_find_(v, name.data, read);
        bool taken = other != BML_NONE_ && v->flags[other] & BML_TOKEN_ORDINARY_;
        if (taken || read != size || memcmp(name.data, bml_token_bytes_(v, id), size) != 0)
            status = bml_fail_(BML_ERROR_UNSUPPORTED,
                               "%s: special token %u would be read as other bytes, or as another "
                               "token: vocab.json has no way to tell",
                               path, id);
    }
    bml_bytes_free(&name);
    return status;
}

static bml_status save_vocab(const bml_tokenizer *t, const char *path) {
    bml_writer_ w;
    bml_write_begin_(&w, path);
    bml_write_vocab_(&w, t, "");
    bml_write_text_(&w, "\n");
    return bml_write_end_(&w);
}

static bml_status save_rules(const bml_tokenizer *t, const char *path) {
    const bml_vocabulary_ *v = &t->vocabulary;
    bml_writer_ w;
    bml_write_begin_(&w, path);
    bml_write_text_(&w, "#version: 0.2\n");
    for (uint32_t rank = 0; rank < t->rules.limit && !w.status; rank++) {
        const bml_rule_ *rule = &t->rules.rules[rank];
        if (rule->left == BML_NONE_)
            continue;
        bml_write_alphabet_(&w, bml_token_bytes_(v, rule->left), bml_token_size_(v, rule->left));
        bml_write_text_(&w, " ");
        bml_write_alphabet_(&w, bml_token_bytes_(v, rule->right), bml_token_size_(v, rule->right));
        bml_write_text_(&w, "\n");
    }
    return bml_write_end_(&w);
}

bml_status bml_tokenizer_save_merges(const bml_tokenizer *tokenizer, const char *vocab,
                                     const char *merges) {
    bml_status status = check_made(tokenizer, vocab ? vocab : merges);
    if (!status && vocab)
        status = check_special(tokenizer, vocab);
    if (!status && vocab)
        status = save_vocab(tokenizer, vocab);
    if (!status && merges)
        status = save_rules(tokenizer, merges);
    return status;
}
