#include "tokenizer_internal.h"

bml_status bml_special_check_(const bml_tokenizer *t, const bml_special *special) {
    for (size_t i = 0; i < special->count; i++)
        if (!bml_tokenizer_is_special(t, special->ids[i]))
            return bml_fail_(BML_ERROR_RANGE,
                             "special token %zu of %zu: found the id %u, which is not a special "
                             "token of %s",
                             i, special->count, special->ids[i], t->name);
    return BML_OK;
}

static bool is_allowed(const bml_special *special, uint32_t id) {
    if (special->all)
        return true;
    for (size_t i = 0; i < special->count; i++)
        if (special->ids[i] == id)
            return true;
    return false;
}

/* The longest allowed special token at p, or else any other in *refused. */
static uint32_t match(uint32_t *refused, const bml_tokenizer *t, const uint8_t *p, size_t size,
                      const bml_special *special) {
    *refused = BML_NONE_;
    for (uint32_t i = 0; i < t->special_sizes_count; i++) {
        if (t->special_sizes[i] > size)
            continue;
        uint32_t id = bml_vocabulary_find_special_(&t->vocabulary, p, t->special_sizes[i]);
        if (id != BML_NONE_ && is_allowed(special, id))
            return id;
        if (id != BML_NONE_)
            *refused = id;
    }
    return BML_NONE_;
}

bml_status bml_special_next_(size_t *start, uint32_t *id, const bml_tokenizer *t,
                             const uint8_t *text, size_t size, size_t at,
                             const bml_special *special) {
    *id = BML_NONE_;
    for (; at < size; at++) {
        uint32_t refused;
        if (!t->special_first[text[at]])
            continue;
        *id = match(&refused, t, text + at, size - at, special);
        if (*id != BML_NONE_)
            break;
        if (refused != BML_NONE_ && !special->others_are_text)
            return bml_fail_(BML_ERROR_FORMAT,
                             "byte %zu of the text: found the special token %.*s (%u), which is "
                             "not allowed",
                             at, (int)bml_token_size_(&t->vocabulary, refused),
                             (const char *)bml_token_bytes_(&t->vocabulary, refused), refused);
    }
    *start = at;
    return BML_OK;
}
