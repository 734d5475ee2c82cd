#include "text_internal.h"

#include <stdio.h>

const bml_json_style_ bml_json_file_ = {
    .part = "file",
    .lines = true,
    .nul = true,
    .byte = "the byte 0x",
    .digits = "0123456789ABCDEF",
    .object = "an object",
    .list = "a list",
    .string = "a string",
    .next_key = "',' or the object's '}'",
    .next_item = "',' or the list's ']'",
    .character = "a character of a string, in UTF-8",
    .plain = "a character of a string, in UTF-8",
    .escape = "an escape: one of \"\\/bfnrtu",
    .bad_unicode = "found no character after ",
    .no_end = "found a string that has no end",
};

typedef struct vocab {
    bml_token_list_ *list;
    const uint8_t *known;
} vocab;

static bml_status read_token(void *context, bml_json_ *json) {
    const vocab *v = context;
    char *name = json->string;
    size_t size = json->string_size;
    if (size == 0)
        return bml_json_fail_(json, bml_json_place_(json, name), "found a token without a name");
    uint32_t id;
    bml_status status = bml_json_uint32_(json, &id);
    if (status || (id < BML_TOKEN_LIMIT && v->known && v->known[id / 8] >> id % 8 & 1))
        return status;
    bool special = !bml_alphabet_decode_(name, &size);
    return bml_token_list_add_(v->list, id, name, size, special, json->path);
}

bml_status bml_read_vocab_(bml_token_list_ *list, bml_json_ *json, const uint8_t *known) {
    return bml_json_object_(json, read_token, &(vocab){list, known});
}

static uint32_t find(const bml_tokenizer *t, bml_merge_pair_ pair, bml_bytes *room) {
    room->size = 0;
    if (bml_bytes_add_(room, pair.left, pair.left_size) ||
        bml_bytes_add_(room, pair.right, pair.right_size))
        return BML_NONE_;
    return bml_vocabulary_find_(&t->vocabulary, room->data, room->size);
}

static bml_status fail_merge(const bml_place_ *place, const char *found) {
    return bml_fail_(BML_ERROR_FORMAT, "%s: %s %zu: %s", place->path, place->unit, place->number,
                     found);
}

bml_status bml_add_merge_(bml_tokenizer *t, bml_bytes *room, uint32_t rank, bml_merge_pair_ pair,
                          const bml_place_ *place) {
    if (!bml_alphabet_decode_(pair.left, &pair.left_size) ||
        !bml_alphabet_decode_(pair.right, &pair.right_size))
        return fail_merge(place, "found a character that is not in GPT-2's alphabet for bytes");
    bml_status status = bml_bytes_reserve_(room, pair.left_size + pair.right_size);
    if (status)
        return status;
    const uint8_t *left = (const uint8_t *)pair.left, *right = (const uint8_t *)pair.right;
    bml_rule_ rule = {bml_vocabulary_find_(&t->vocabulary, left, pair.left_size),
                      bml_vocabulary_find_(&t->vocabulary, right, pair.right_size),
                      find(t, pair, room)};
    if (rule.left == BML_NONE_ || rule.right == BML_NONE_)
        return fail_merge(place, rule.left == BML_NONE_
                                     ? "the left part is not in the vocabulary"
                                     : "the right part is not in the vocabulary");
    if (rule.result == BML_NONE_)
        return fail_merge(place, "what it makes is not in the vocabulary");
    return bml_rules_add_(&t->rules, rank, rule)
               ? BML_OK
               : fail_merge(place, "these two were merged before");
}

void bml_unmark_special_(bml_tokenizer *t) {
    bml_vocabulary_ *v = &t->vocabulary;
    for (uint32_t rank = 0; rank < t->rules.limit; rank++) {
        const bml_rule_ *rule = &t->rules.rules[rank];
        if (rule->left == BML_NONE_ || !(v->flags[rule->result] & BML_TOKEN_SPECIAL_))
            continue;
        v->flags[rule->result] = BML_TOKEN_ORDINARY_;
        v->special--;
    }
}
