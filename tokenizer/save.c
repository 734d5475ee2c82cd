#include "save_internal.h"

#include <stdio.h>

#include "utf8_internal.h"

void bml_write_begin_(bml_writer_ *w, const char *path) {
    w->text = (bml_bytes){0};
    w->status = bml_replace_begin_(&w->file, path);
    if (w->status)
        w->file.path = NULL;
}

bml_status bml_write_end_(bml_writer_ *w) {
    bml_bytes_free(&w->text);
    return w->file.path ? bml_replace_end_(&w->file, w->status) : w->status;
}

void bml_write_(bml_writer_ *w, const void *data, size_t size) {
    if (!w->status)
        w->status = bml_replace_write_(&w->file, data, size);
}

void bml_write_text_(bml_writer_ *w, const char *format, ...) {
    char text[1000];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    bml_write_(w, text, size < (int)sizeof text ? (size_t)size : sizeof text - 1);
}

void bml_write_json_(bml_writer_ *w, const uint8_t *bytes, size_t size) {
    bml_write_(w, "\"", 1);
    for (size_t i = 0, width; i < size && !w->status; i += width) {
        width = bml_utf8_size_(bytes + i, size - i, NULL);
        if (!width)
            w->status =
                bml_fail_(BML_ERROR_UNSUPPORTED,
                          "%s: a special token is not UTF-8: JSON has no other text", w->file.path);
        else if (bytes[i] == '"' || bytes[i] == '\\')
            bml_write_text_(w, "\\%c", bytes[i]);
        else if (bytes[i] < 0x20)
            bml_write_text_(w, "\\u%04x", (unsigned)bytes[i]);
        else
            bml_write_(w, bytes + i, width);
    }
    bml_write_(w, "\"", 1);
}

void bml_write_alphabet_(bml_writer_ *w, const uint8_t *bytes, size_t size) {
    w->text.size = 0;
    if (!w->status)
        w->status = bml_alphabet_add_(&w->text, bytes, size);
    bml_write_(w, w->text.data, w->text.size);
}

void bml_write_alphabet_json_(bml_writer_ *w, const uint8_t *bytes, size_t size) {
    w->text.size = 0;
    if (!w->status)
        w->status = bml_alphabet_add_(&w->text, bytes, size);
    bml_write_json_(w, w->text.data, w->text.size);
}

/* A special token has its own text for a name, as in all such files. */
void bml_write_vocab_(bml_writer_ *w, const bml_tokenizer *t, const char *indent) {
    const bml_vocabulary_ *v = &t->vocabulary;
    const char *comma = "";
    bml_write_text_(w, "{");
    for (uint32_t id = 0; id < v->limit && !w->status; id++) {
        if (!bml_token_exists_(v, id))
            continue;
        bml_write_text_(w, "%s\n%s", comma, indent);
        if (v->flags[id] & BML_TOKEN_SPECIAL_)
            bml_write_json_(w, bml_token_bytes_(v, id), bml_token_size_(v, id));
        else
            bml_write_alphabet_json_(w, bml_token_bytes_(v, id), bml_token_size_(v, id));
        bml_write_text_(w, ": %u", id);
        comma = ",";
    }
    bml_write_text_(w, "\n%s}", indent);
}

/* The rank of a token is its id in a rank file, and a piece that is a token is that token. */
static bml_status check_ranks(const bml_tokenizer *t, const char *path) {
    const bml_vocabulary_ *v = &t->vocabulary;
    uint32_t newest = 0;
    for (uint32_t rank = 0; rank < t->rules.limit; rank++) {
        const bml_rule_ *rule = &t->rules.rules[rank];
        if (rule->left == BML_NONE_)
            continue;
        if (rule->result < newest)
            return bml_fail_(BML_ERROR_UNSUPPORTED,
                             "%s: rule %u makes token %u after token %u was made: a rank file "
                             "cannot say that",
                             path, rank, rule->result, newest);
        newest = rule->result;
    }
    bool ended = false;
    for (uint32_t id = 0; id < v->limit; id++) {
        bool ordinary = bml_token_exists_(v, id) && v->flags[id] & BML_TOKEN_ORDINARY_;
        if (ordinary && (ended || !(v->flags[id] & BML_TOKEN_WORD_)))
            return bml_fail_(BML_ERROR_UNSUPPORTED,
                             ended
                                 ? "%s: there is no token of a lower id than %u that is not "
                                   "special: a rank file has all"
                                 : "%s: the rules do not make token %u: in a rank file they would",
                             path, id);
        ended = ended || !ordinary;
    }
    return BML_OK;
}

bml_status bml_tokenizer_save_tiktoken(const bml_tokenizer *tokenizer, const char *path) {
    const bml_vocabulary_ *v = &tokenizer->vocabulary;
    bml_status status = check_ranks(tokenizer, path);
    if (status)
        return status;
    bml_writer_ w;
    bml_write_begin_(&w, path);
    for (uint32_t id = 0; id < v->limit && !w.status; id++) {
        if (!bml_token_exists_(v, id) || v->flags[id] & BML_TOKEN_SPECIAL_)
            continue;
        w.text.size = 0;
        w.status = bml_base64_add_(&w.text, bml_token_bytes_(v, id), bml_token_size_(v, id));
        bml_write_(&w, w.text.data, w.text.size);
        bml_write_text_(&w, " %u\n", id);
    }
    return bml_write_end_(&w);
}
