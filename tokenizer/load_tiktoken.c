#include <stdio.h>

#include "text_internal.h"

typedef struct line {
    const char *text;
    size_t size, number;
    const char *path;
} line;

static bml_status fail_line(const line *l, const char *found) {
    return bml_fail_(BML_ERROR_FORMAT,
                     "%s: line %zu: found %s, expected base64, a space and a rank", l->path,
                     l->number, found);
}

static bml_status read_rank(uint32_t *rank, const line *l, size_t at) {
    uint64_t value = 0;
    size_t first = at;
    for (; at < l->size && l->text[at] >= '0' && l->text[at] <= '9' && value < BML_TOKEN_LIMIT;
         at++)
        value = value * 10 + (unsigned)(l->text[at] - '0');
    if (at == first || at < l->size || value >= BML_TOKEN_LIMIT)
        return fail_line(l, value >= BML_TOKEN_LIMIT ? "too large a rank" : "no rank at its end");
    *rank = (uint32_t)value;
    return BML_OK;
}

/* `room` has as many bytes as the line. */
static bml_status read_line(bml_token_list_ *list, const line *l, uint8_t *room) {
    const char *space = memchr(l->text, ' ', l->size);
    if (!space)
        return fail_line(l, "no space");
    size_t size, bad, width = (size_t)(space - l->text);
    uint32_t rank = 0;
    if (!bml_base64_decode_(room, &size, l->text, width, &bad)) {
        char found[64];
        snprintf(found, sizeof found, "bad base64 (column %zu)", bad + 1);
        return fail_line(l, found);
    }
    bml_status status = size ? read_rank(&rank, l, width + 1) : fail_line(l, "an empty token");
    return status ? status : bml_token_list_add_(list, rank, room, size, false, l->path);
}

static bml_status read_lines(bml_token_list_ *list, const bml_mapped_file *file, const char *path) {
    bml_bytes room = {0};
    bml_status status = BML_OK;
    line l = {(const char *)file->data, 0, 1, path};
    for (size_t left = file->size; left && !status; l.number++) {
        const char *end = memchr(l.text, '\n', left);
        size_t size = end ? (size_t)(end - l.text) : left, step = end ? size + 1 : size;
        l.size = size && l.text[size - 1] == '\r' ? size - 1 : size;
        status = bml_bytes_reserve_(&room, l.size);
        if (!status && l.size)
            status = read_line(list, &l, room.data);
        l.text += step;
        left -= step;
    }
    bml_bytes_free(&room);
    return status;
}

static bml_status add_special(bml_token_list_ *list, const bml_special_token *special, size_t count,
                              const char *path) {
    bml_status status = BML_OK;
    for (size_t i = 0; i < count && !status; i++)
        status = bml_token_list_add_(list, special[i].id, special[i].text, strlen(special[i].text),
                                     true, path);
    return status;
}

static bml_status fill(bml_tokenizer *t, const char *path, const bml_special_token *special,
                       size_t count) {
    bml_mapped_file file;
    bml_token_list_ list = {0};
    bml_status status = bml_map_file_(&file, path);
    if (status)
        return status;
    status = read_lines(&list, &file, path);
    bml_unmap_file_(&file);
    if (!status)
        status = add_special(&list, special, count, path);
    if (!status)
        status = bml_vocabulary_make_(&t->vocabulary, &list, path);
    bml_token_list_free_(&list);
    if (!status)
        status = bml_vocabulary_check_ids_(&t->vocabulary, path);
    return status ? status : bml_rules_of_ranks_(t, path);
}

bml_status bml_load_ranks_(bml_tokenizer **out, const char *name, const char *path,
                           bml_pattern pattern, const bml_special_token *special, size_t count) {
    bml_tokenizer *t;
    bml_status status = bml_tokenizer_begin_(&t, name, pattern);
    if (status)
        return status;
    t->whole_words = true;
    return bml_tokenizer_end_(out, t, false, fill(t, path, special, count));
}

bml_status bml_tokenizer_load_tiktoken(bml_tokenizer **out, const char *path, bml_pattern pattern,
                                       const bml_special_token *special, size_t count) {
    return bml_load_ranks_(out, path, path, pattern, special, count);
}
