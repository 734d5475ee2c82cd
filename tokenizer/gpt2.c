/* The encoding that is built in. */
#include "gpt2_internal.h"
#include "text_internal.h"

static const char name[] = "gpt2";

enum { RULE_BYTES = 4 };

/* *table := left and right of each rule, 16 bits each, little-endian; the caller's to release. */
static bml_status read_table(void **table) {
    bml_status status = bml_allocate_(table, bml_gpt2_text_size_, 1, name);
    if (status)
        return status;
    size_t size = 0, part, bad;
    for (const char *const *line = bml_gpt2_text_; *line; line++, size += part)
        if (!bml_base64_decode_((uint8_t *)*table + size, &part, *line, strlen(*line), &bad))
            break;
    if (size == bml_gpt2_rules_ * RULE_BYTES)
        return BML_OK;
    bml_release_(*table);
    return bml_fail_(BML_ERROR_FORMAT, "the built-in table of gpt2 is damaged");
}

static bml_rule_ rule_at(const uint8_t *table, size_t i) {
    const uint8_t *p = table + i * RULE_BYTES;
    return (bml_rule_){p[0] | (uint32_t)p[1] << 8, p[2] | (uint32_t)p[3] << 8, (uint32_t)(256 + i)};
}

/* Both parts of a rule are tokens of the list already. */
static bml_status add_joined(bml_token_list_ *list, const bml_rule_ *rule) {
    struct bml_listed_ left = list->tokens[rule->left], right = list->tokens[rule->right];
    bml_status status = bml_bytes_reserve_(&list->bytes, list->bytes.size + left.size + right.size);
    uint8_t joined[256];
    if (status || left.size + right.size > sizeof joined)
        return status ? status
                      : bml_fail_(BML_ERROR_FORMAT, "the built-in table of gpt2 is damaged");
    memcpy(joined, list->bytes.data + left.start, left.size);
    memcpy(joined + left.size, list->bytes.data + right.start, right.size);
    return bml_token_list_add_(list, rule->result, joined, left.size + right.size, false, name);
}

static bml_status list_tokens(bml_token_list_ *list, const uint8_t *table) {
    static const char end_of_text[] = "<|endoftext|>";
    bml_status status = BML_OK;
    for (unsigned i = 0; i < 256 && !status; i++)
        status = bml_token_list_add_(list, i, &(uint8_t){bml_alphabet_byte_(i)}, 1, false, name);
    for (size_t i = 0; i < bml_gpt2_rules_ && !status; i++) {
        bml_rule_ rule = rule_at(table, i);
        if (rule.left >= list->count || rule.right >= list->count)
            return bml_fail_(BML_ERROR_FORMAT, "the built-in table of gpt2 is damaged");
        status = add_joined(list, &rule);
    }
    if (!status)
        status = bml_token_list_add_(list, (uint32_t)bml_gpt2_rules_ + 256, end_of_text,
                                     sizeof end_of_text - 1, true, name);
    return status;
}

static bml_status fill(bml_tokenizer *t, const uint8_t *table) {
    bml_token_list_ list = {0};
    bml_status status = list_tokens(&list, table);
    if (!status)
        status = bml_vocabulary_make_(&t->vocabulary, &list, name);
    if (!status)
        status = bml_rules_make_(&t->rules, bml_gpt2_rules_, name);
    for (size_t i = 0; i < bml_gpt2_rules_ && !status; i++)
        if (!bml_rules_add_(&t->rules, (uint32_t)i, rule_at(table, i)))
            status = bml_fail_(BML_ERROR_FORMAT, "the built-in table of gpt2 is damaged");
    bml_token_list_free_(&list);
    return status;
}

bml_status bml_open_gpt2_(bml_tokenizer **out) {
    void *table;
    bml_status status = read_table(&table);
    if (status)
        return status;
    bml_tokenizer *t;
    status = bml_tokenizer_begin_(&t, name, BML_PATTERN_GPT2);
    if (!status) {
        t->whole_words = true;
        status = bml_tokenizer_end_(out, t, true, fill(t, table));
    }
    bml_release_(table);
    return status;
}
