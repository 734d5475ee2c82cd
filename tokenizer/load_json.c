/* Hugging Face's tokenizer.json. Its parts may come in any order, so where they are is noted first.
 */
#include "text_internal.h"

typedef struct parts {
    size_t added, model, split, vocab, merges; /* where they start; 0: not there */
    bool whole_words;
    size_t merge_count;
} parts;

static bml_status unsupported(const bml_tjson_ *json, size_t at, const char *found) {
    return bml_fail_(BML_ERROR_UNSUPPORTED, "%s: byte %zu: found %s", json->path, at, found);
}

/* Calls field(context, json) at the value of each key of the object that comes next. */
typedef bml_status field_reader(void *context, bml_tjson_ *json);
static bml_status read_object(bml_tjson_ *json, field_reader *field, void *context) {
    bool first = true, more;
    bml_status status = bml_tjson_open_(json, '{');
    while (!status) {
        status = bml_tjson_next_(json, '{', &first, &more);
        if (!status && more)
            status = bml_tjson_key_(json);
        if (status || !more)
            break;
        (void)bml_tjson_peek_(json);
        status = field(context, json);
    }
    return status;
}

static bml_status read_list(bml_tjson_ *json, field_reader *item, void *context) {
    bool first = true, more;
    bml_status status = bml_tjson_open_(json, '[');
    while (!status) {
        status = bml_tjson_next_(json, '[', &first, &more);
        if (status || !more)
            break;
        (void)bml_tjson_peek_(json);
        status = item(context, json);
    }
    return status;
}

static bml_status top_field(void *context, bml_tjson_ *json) {
    parts *p = context;
    bool null = json->at < json->size && json->text[json->at] == 'n';
    if (bml_tjson_is_(json, "added_tokens"))
        p->added = null ? 0 : json->at;
    else if (bml_tjson_is_(json, "model"))
        p->model = json->at;
    else if (bml_tjson_is_(json, "pre_tokenizer"))
        p->split = null ? 0 : json->at;
    else if (bml_tjson_is_(json, "normalizer") && !null)
        return unsupported(json, json->at, "a normalizer, expected null");
    return bml_tjson_skip_(json);
}

static bml_status count_item(void *context, bml_tjson_ *json) {
    ++*(size_t *)context;
    return bml_tjson_skip_(json);
}

static bml_status model_text(parts *p, bml_tjson_ *json, size_t at) {
    (void)p;
    bool type = bml_tjson_is_(json, "type");
    bml_status status = bml_tjson_string_(json);
    if (status)
        return status;
    if (type && !bml_tjson_is_(json, "BPE"))
        return unsupported(json, at, "another model than BPE");
    return !type && json->string.size ? unsupported(json, at, "a prefix or suffix of words")
                                      : BML_OK;
}

static bml_status model_field(void *context, bml_tjson_ *json) {
    parts *p = context;
    size_t at = json->at;
    char c = bml_tjson_peek_(json);
    if (bml_tjson_is_(json, "vocab"))
        p->vocab = at;
    else if (bml_tjson_is_(json, "merges")) {
        p->merges = at;
        p->merge_count = 0;
        return read_list(json, count_item, &p->merge_count);
    } else if (bml_tjson_is_(json, "ignore_merges"))
        return bml_tjson_bool_(json, &p->whole_words);
    else if (bml_tjson_is_(json, "dropout") && c != 'n')
        return unsupported(json, at, "a dropout");
    else if (c == '"' &&
             (bml_tjson_is_(json, "type") || bml_tjson_is_(json, "continuing_subword_prefix") ||
              bml_tjson_is_(json, "end_of_word_suffix")))
        return model_text(p, json, at);
    return bml_tjson_skip_(json);
}

typedef struct added {
    bml_token_list_ *list;
    uint8_t *known; /* a bit for each id */
    uint32_t id;
    bml_bytes text;
    bool strips;
    unsigned fields;
} added;

static bml_status added_field(void *context, bml_tjson_ *json) {
    added *a = context;
    bool value;
    bml_status status;
    if (bml_tjson_is_(json, "id")) {
        a->fields |= 1;
        return bml_tjson_number_(json, &a->id);
    }
    if (bml_tjson_is_(json, "content")) {
        a->fields |= 2;
        a->text.size = 0;
        status = bml_tjson_string_(json);
        return status ? status : bml_bytes_add_(&a->text, json->string.data, json->string.size);
    }
    if (!bml_tjson_is_(json, "lstrip") && !bml_tjson_is_(json, "rstrip") &&
        !bml_tjson_is_(json, "single_word"))
        return bml_tjson_skip_(json);
    status = bml_tjson_bool_(json, &value);
    a->strips = a->strips || (!status && value);
    return status;
}

/* One of a single byte is the byte's own. */
static bml_status added_item(void *context, bml_tjson_ *json) {
    added *a = context;
    size_t at = json->at;
    a->fields = 0;
    a->strips = false;
    bml_status status = read_object(json, added_field, a);
    if (status)
        return status;
    if (a->fields != 3)
        return bml_tjson_fail_(json, at, "found an added token without id or content");
    if (a->strips)
        return unsupported(json, at, "an added token with lstrip, rstrip or single_word");
    if (a->text.size == 1)
        return BML_OK;
    status = bml_token_list_add_(a->list, a->id, a->text.data, a->text.size, true, json->path);
    if (!status)
        a->known[a->id / 8] |= (uint8_t)(1u << a->id % 8);
    return status;
}

static bml_status list_tokens(bml_token_list_ *list, bml_tjson_ *json, const parts *p) {
    void *known;
    enum { SIZE = BML_TOKEN_LIMIT / 8 + 1 };
    bml_status status = bml_allocate_(&known, SIZE, 1, json->path);
    if (status)
        return status;
    memset(known, 0, SIZE);
    added a = {list, known, 0, {0}, false, 0};
    if (p->added) {
        json->at = p->added;
        status = read_list(json, added_item, &a);
    }
    json->at = p->vocab;
    if (!status)
        status = bml_read_vocab_(list, json, known);
    bml_bytes_free(&a.text);
    bml_release_(known);
    return status;
}

typedef struct merging {
    bml_tokenizer *t;
    bml_bytes left, right, room;
    uint32_t rank;
} merging;

/* ["a", "b"] */
static bml_status read_two(merging *m, bml_tjson_ *json) {
    size_t at = json->at;
    bool first = true, more;
    bml_status status = bml_tjson_open_(json, '[');
    for (int i = 0; !status; i++) {
        status = bml_tjson_next_(json, '[', &first, &more);
        if (status || !more)
            return status   ? status
                   : i == 2 ? BML_OK
                            : bml_tjson_fail_(json, at, "found a merge that is not of two tokens");
        status = bml_tjson_string_(json);
        bml_bytes *part = i == 0 ? &m->left : &m->right;
        part->size = 0;
        if (!status)
            status = bml_bytes_add_(part, json->string.data, json->string.size);
    }
    return status;
}

/* "a b" */
static bml_status cut_two(merging *m, bml_tjson_ *json) {
    size_t at = json->at;
    bml_status status = bml_tjson_string_(json);
    if (status)
        return status;
    const uint8_t *text = json->string.data, *space = memchr(text, ' ', json->string.size);
    if (!space)
        return bml_tjson_fail_(json, at, "found a merge without a space between two tokens");
    size_t left = (size_t)(space - text);
    m->left.size = m->right.size = 0;
    status = bml_bytes_add_(&m->left, text, left);
    return status ? status : bml_bytes_add_(&m->right, space + 1, json->string.size - left - 1);
}

static bml_status merge_item(void *context, bml_tjson_ *json) {
    merging *m = context;
    bml_status status = bml_tjson_peek_(json) == '[' ? read_two(m, json) : cut_two(m, json);
    if (status)
        return status;
    bml_merge_pair_ pair = {(char *)m->left.data, (char *)m->right.data, m->left.size,
                            m->right.size};
    bml_place_ place = {json->path, "merge", m->rank};
    return bml_add_merge_(m->t, &m->room, m->rank++, pair, &place);
}

static bml_status read_merges(bml_tokenizer *t, bml_tjson_ *json, const parts *p) {
    merging m = {t, {0}, {0}, {0}, 0};
    bml_status status = bml_rules_make_(&t->rules, p->merge_count, json->path);
    json->at = p->merges;
    if (!status)
        status = read_list(json, merge_item, &m);
    bml_bytes_free(&m.left);
    bml_bytes_free(&m.right);
    bml_bytes_free(&m.room);
    if (status)
        return status;
    bml_unmark_special_(t);
    return bml_vocabulary_check_ids_(&t->vocabulary, json->path);
}

/* Where everything is, and that nothing is there that would be left undone. */
static bml_status survey(parts *p, bml_tjson_ *json) {
    bml_status status = read_object(json, top_field, p);
    if (!status)
        status = bml_tjson_end_(json);
    if (!status && !p->model)
        return bml_tjson_fail_(json, 0, "found no \"model\"");
    json->at = p->model;
    if (!status)
        status = read_object(json, model_field, p);
    if (!status && (!p->vocab || !p->merges))
        return bml_tjson_fail_(json, p->model, "found a model without \"%s\"",
                               p->vocab ? "merges" : "vocab");
    if (!status && !p->split)
        return unsupported(json, 0, "no pre_tokenizer, expected ByteLevel");
    return status;
}

static bml_status fill(bml_tokenizer *t, bml_tjson_ *json, const parts *p) {
    bml_token_list_ list = {0};
    bml_status status = list_tokens(&list, json, p);
    if (!status)
        status = bml_vocabulary_make_(&t->vocabulary, &list, json->path);
    bml_token_list_free_(&list);
    return status ? status : read_merges(t, json, p);
}

static bml_status load(bml_tokenizer **out, bml_tjson_ *json) {
    parts p = {0};
    bml_pattern pattern = BML_PATTERN_NONE;
    bml_tokenizer *t;
    bml_status status = survey(&p, json);
    json->at = p.split;
    if (!status)
        status = bml_read_split_(&pattern, json);
    if (!status)
        status = bml_tokenizer_begin_(&t, json->path, pattern);
    if (status)
        return status;
    t->whole_words = p.whole_words;
    return bml_tokenizer_end_(out, t, false, fill(t, json, &p));
}

bml_status bml_tokenizer_load_json(bml_tokenizer **out, const char *path) {
    bml_mapped_file file;
    bml_status status = bml_map_file_(&file, path);
    if (status)
        return status;
    bml_tjson_ json = {path, (const char *)file.data, file.size, 0, {0}};
    status = load(out, &json);
    bml_bytes_free(&json.string);
    bml_unmap_file_(&file);
    return status;
}
