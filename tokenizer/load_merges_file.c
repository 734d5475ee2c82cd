/* vocab.json and merges.txt. */
#include "text_internal.h"

typedef struct merges {
    const char *text;
    size_t size, at;
    bml_place_ place;
} merges;

/* The next line that is a merge, without its end; false: there is none. */
static bool next_line(merges *m, const char **line, size_t *size) {
    while (m->at < m->size) {
        const char *start = m->text + m->at, *end = memchr(start, '\n', m->size - m->at);
        *size = end ? (size_t)(end - start) : m->size - m->at;
        m->at += *size + (end != NULL);
        m->place.number++;
        *line = start;
        if (*size && start[*size - 1] == '\r')
            --*size;
        bool version = m->place.number == 1 && *size >= 8 && memcmp(start, "#version", 8) == 0;
        if (*size && !version)
            return true;
    }
    return false;
}

static size_t count_lines(merges m) {
    const char *line;
    size_t size, count = 0;
    while (next_line(&m, &line, &size))
        count++;
    return count;
}

/* A copy of the line in `copy`, cut at its space. */
static bml_status cut_line(bml_merge_pair_ *pair, bml_bytes *copy, const char *line, size_t size,
                           const bml_place_ *place) {
    copy->size = 0;
    bml_status status = bml_bytes_add_(copy, line, size);
    if (status)
        return status;
    char *left = (char *)copy->data, *space = memchr(left, ' ', size);
    size_t left_size = space ? (size_t)(space - left) : 0, used = left_size + 1;
    if (!space || left_size == 0 || used == size || memchr(space + 1, ' ', size - used))
        return bml_fail_(BML_ERROR_FORMAT, "%s: line %zu: expected two tokens and a space between",
                         place->path, place->number);
    *pair = (bml_merge_pair_){left, space + 1, left_size, size - used};
    return BML_OK;
}

static bml_status read_rules(bml_tokenizer *t, merges m) {
    bml_bytes copy = {0}, room = {0};
    const char *line;
    size_t size;
    bml_merge_pair_ pair = {0};
    bml_status status = bml_rules_make_(&t->rules, count_lines(m), m.place.path);
    for (uint32_t rank = 0; !status && next_line(&m, &line, &size); rank++) {
        status = cut_line(&pair, &copy, line, size, &m.place);
        if (!status)
            status = bml_add_merge_(t, &room, rank, pair, &m.place);
    }
    bml_bytes_free(&copy);
    bml_bytes_free(&room);
    return status;
}

/* Without a vocabulary: the bytes, then what each line makes. */
static bml_status list_merges(bml_token_list_ *list, merges m) {
    bml_bytes copy = {0};
    const char *line;
    size_t size;
    bml_merge_pair_ pair = {0};
    bml_status status = BML_OK;
    for (unsigned i = 0; i < 256 && !status; i++)
        status =
            bml_token_list_add_(list, i, &(uint8_t){bml_alphabet_byte_(i)}, 1, false, m.place.path);
    for (uint32_t id = 256; !status && next_line(&m, &line, &size); id++) {
        status = cut_line(&pair, &copy, line, size, &m.place);
        if (status)
            break;
        memmove(pair.right - 1, pair.right, pair.right_size); /* over the space */
        size = pair.left_size + pair.right_size;
        if (!bml_alphabet_decode_(pair.left, &size))
            status = bml_fail_(BML_ERROR_FORMAT,
                               "%s: line %zu: found a character that is not in GPT-2's alphabet "
                               "for bytes",
                               m.place.path, m.place.number);
        else
            status = bml_token_list_add_(list, id, pair.left, size, false, m.place.path);
    }
    bml_bytes_free(&copy);
    return status;
}

static bml_status list_vocab(bml_token_list_ *list, const char *path) {
    bml_mapped_file file;
    bml_status status = bml_map_file_(&file, path);
    if (status)
        return status;
    bml_json_ json = {0};
    status = bml_json_begin_(&json, file.data, file.size, path, &bml_json_file_);
    if (!status)
        status = bml_read_vocab_(list, &json, NULL);
    if (!status)
        status = bml_json_end_(&json);
    bml_release_(json.text);
    bml_unmap_file_(&file);
    return status;
}

/* What is no byte and made by no rule. */
static bml_status mark_special(bml_vocabulary_ *v, const bml_rules_ *rules) {
    void *block;
    bml_status status = bml_allocate_(&block, v->limit, 1, "a vocabulary");
    if (status)
        return status;
    uint8_t *made = block;
    memset(made, 0, v->limit);
    for (uint32_t rank = 0; rank < rules->limit; rank++)
        made[rules->rules[rank].result] = 1;
    for (uint32_t id = 0; id < v->limit; id++)
        if (bml_token_size_(v, id) > 1 && !made[id] && v->flags[id] & BML_TOKEN_ORDINARY_) {
            v->flags[id] = BML_TOKEN_SPECIAL_;
            v->special++;
        }
    bml_release_(block);
    return BML_OK;
}

static bml_status fill(bml_tokenizer *t, const char *vocab, merges m) {
    bml_token_list_ list = {0};
    bml_status status = vocab ? list_vocab(&list, vocab) : list_merges(&list, m);
    if (!status)
        status = bml_vocabulary_make_(&t->vocabulary, &list, vocab ? vocab : m.place.path);
    bml_token_list_free_(&list);
    if (!status)
        status = read_rules(t, m);
    if (!status)
        bml_unmark_special_(t);
    if (!status)
        status = mark_special(&t->vocabulary, &t->rules);
    return status ? status
                  : bml_vocabulary_check_ids_(&t->vocabulary, vocab ? vocab : m.place.path);
}

bml_status bml_tokenizer_load_merges(bml_tokenizer **out, const char *vocab,
                                     const char *merges_path, bml_pattern pattern) {
    bml_tokenizer *t;
    bml_mapped_file file;
    bml_status status = bml_tokenizer_begin_(&t, merges_path, pattern);
    if (status)
        return status;
    status = bml_map_file_(&file, merges_path);
    if (!status) {
        merges m = {(const char *)file.data, file.size, 0, {merges_path, "line", 0}};
        status = fill(t, vocab, m);
        bml_unmap_file_(&file);
    }
    return bml_tokenizer_end_(out, t, false, status);
}
