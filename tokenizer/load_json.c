/* Hugging Face's tokenizer.json. Its parts may come in any order, so they are moved over first,
 * which leaves them as they are, and where they start is noted. */
#include "text_internal.h"

typedef struct parts {
    size_t added, model, split, vocab, merges; /* where they start; 0: not there */
    bool whole_words;
    size_t merge_count;
} parts;

static bml_status unsupported(const bml_json_ *json, size_t at, const char *found) {
    return bml_fail_(BML_ERROR_UNSUPPORTED, "%s: byte %zu: found %s", json->path, at, found);
}

static bml_status top_field(void *context, bml_json_ *json) {
    parts *p = context;
    bool null = json->at < json->size && json->text[json->at] == 'n';
    if (bml_json_is_(json, "added_tokens"))
        p->added = null ? 0 : json->at;
    else if (bml_json_is_(json, "model"))
        p->model = json->at;
    else if (bml_json_is_(json, "pre_tokenizer"))
        p->split = null ? 0 : json->at;
    else if (bml_json_is_(json, "normalizer") && !null)
        return unsupported(json, json->at, "a normalizer, expected null");
    return bml_json_skip_(json);
}

static bml_status count_item(void *context, bml_json_ *json) {
    ++*(size_t *)context;
    return bml_json_skip_(json);
}

static bml_status model_text(parts *p, bml_json_ *json, size_t at) {
    (void)p;
    bool type = bml_json_is_(json, "type");
    bml_status status = bml_json_string_(json);
    if (status)
        return status;
    if (type && !bml_json_is_(json, "BPE"))
        return unsupported(json, at, "another model than BPE");
    return !type && json->string_size ? unsupported(json, at, "a prefix or suffix of words")
                                      : BML_OK;
}

static bml_status model_field(void *context, bml_json_ *json) {
    parts *p = context;
    size_t at = json->at;
    char c = bml_json_peek_(json);
    if (bml_json_is_(json, "vocab"))
        p->vocab = at;
    else if (bml_json_is_(json, "merges")) {
        p->merges = at;
        p->merge_count = 0;
        return bml_json_list_(json, count_item, &p->merge_count);
    } else if (bml_json_is_(json, "ignore_merges"))
        return bml_json_bool_(json, &p->whole_words);
    else if (bml_json_is_(json, "dropout") && c != 'n')
        return unsupported(json, at, "a dropout");
    else if (c == '"' &&
             (bml_json_is_(json, "type") || bml_json_is_(json, "continuing_subword_prefix") ||
              bml_json_is_(json, "end_of_word_suffix")))
        return model_text(p, json, at);
    return bml_json_skip_(json);
}

typedef struct added {
    bml_token_list_ *list;
    uint8_t *known; /* a bit for each id */
    uint32_t id;
    const char *text;
    size_t size;
    bool strips;
    unsigned fields;
} added;

static bml_status added_field(void *context, bml_json_ *json) {
    added *a = context;
    bool value;
    bml_status status;
    if (bml_json_is_(json, "id")) {
        a->fields |= 1;
        return bml_json_uint32_(json, &a->id);
    }
    if (bml_json_is_(json, "content")) {
        a->fields |= 2;
        status = bml_json_string_(json);
        a->text = json->string;
        a->size = json->string_size;
        return status;
    }
    if (!bml_json_is_(json, "lstrip") && !bml_json_is_(json, "rstrip") &&
        !bml_json_is_(json, "single_word"))
        return bml_json_skip_(json);
    status = bml_json_bool_(json, &value);
    a->strips = a->strips || (!status && value);
    return status;
}

/* One of a single byte is the byte's own. */
static bml_status added_item(void *context, bml_json_ *json) {
    added *a = context;
    size_t at = json->at;
    a->fields = 0;
    a->strips = false;
    bml_status status = bml_json_object_(json, added_field, a);
    if (status)
        return status;
    if (a->fields != 3)
        return bml_json_fail_(json, at, "found an added token without id or content");
    if (a->strips)
        return unsupported(json, at, "an added token with lstrip, rstrip or single_word");
    if (a->size == 1)
        return BML_OK;
    status = bml_token_list_add_(a->list, a->id, a->text, a->size, true, json->path);
    if (!status)
        a->known[a->id / 8] |= (uint8_t)(1u << a->id % 8);
    return status;
}

static bml_status list_tokens(bml_token_list_ *list, bml_json_ *json, const parts *p) {
    void *known;
    enum { SIZE = BML_TOKEN_LIMIT / 8 + 1 };
    bml_status status = bml_allocate_(&known, SIZE, 1, json->path);
    if (status)
        return status;
    memset(known, 0, SIZE);
    added a = {.list = list, .known = known};
    if (p->added) {
        json->at = p->added;
        status = bml_json_list_(json, added_item, &a);
    }
    json->at = p->vocab;
    if (!status)
        status = bml_read_vocab_(list, json, known);
    bml_release_(known);
    return status;
}

typedef struct merging {
    bml_tokenizer *t;
    bml_bytes room;
    uint32_t rank;
} merging;

/* ["a", "b"] */
static bml_status read_two(bml_merge_pair_ *pair, bml_json_ *json) {
    size_t at = json->at;
    bool first = true, more;
    bml_status status = bml_json_open_(json, '[');
    for (int i = 0; !status; i++) {
        status = bml_json_next_(json, '[', &first, &more);
        if (status || !more)
            return status   ? status
                   : i == 2 ? BML_OK
                            : bml_json_fail_(json, at, "found a merge that is not of two tokens");
        status = bml_json_string_(json);
        *(i == 0 ? &pair->left : &pair->right) = json->string;
        *(i == 0 ? &pair->left_size : &pair->right_size) = json->string_size;
    }
    return status;
}

/* "a b" */
static bml_status cut_two(bml_merge_pair_ *pair, bml_json_ *json) {
    size_t at = json->at;
    bml_status status = bml_json_string_(json);
    if (status)
        return status;
    char *text = json->string, *space = memchr(text, ' ', json->string_size);
    if (!space)
        return bml_json_fail_(json, at, "found a merge without a space between two tokens");
    size_t left = (size_t)(space - text);
    *pair = (bml_merge_pair_){text, space + 1, left, json->string_size - left - 1};
    return BML_OK;
}

static bml_status merge_item(void *context, bml_json_ *json) {
    merging *m = context;
    bml_merge_pair_ pair = {0};
    bml_status status = bml_json_peek_(json) == '[' ? read_two(&pair, json) : cut_two(&pair, json);
    bml_place_ place = {json->path, "merge", m->rank};
    return status ? status : bml_add_merge_(m->t, &m->room, m->rank++, pair, &place);
}

static bml_status read_merges(bml_tokenizer *t, bml_json_ *json, const parts *p) {
    merging m = {t, {0}, 0};
    bml_status status = bml_rules_make_(&t->rules, p->merge_count, json->path);
    json->at = p->merges;
    if (!status)
        status = bml_json_list_(json, merge_item, &m);
    bml_bytes_free(&m.room);
    if (status)
        return status;
    bml_unmark_special_(t);
    return bml_vocabulary_check_ids_(&t->vocabulary, json->path);
}

/* Where everything is, and that nothing is there that would be left undone. */
static bml_status survey(parts *p, bml_json_ *json) {
    bml_status status = bml_json_object_(json, top_field, p);
    if (!status)
        status = bml_json_end_(json);
    if (!status && !p->model)
        return bml_json_fail_(json, 0, "found no \"model\"");
    json->at = p->model;
    if (!status)
        status = bml_json_object_(json, model_field, p);
    if (!status && (!p->vocab || !p->merges))
        return bml_json_fail_(json, p->model, "found a model without \"%s\"",
                              p->vocab ? "merges" : "vocab");
    if (!status && !p->split)
        return unsupported(json, 0, "no pre_tokenizer, expected ByteLevel");
    return status;
}

static bml_status fill(bml_tokenizer *t, bml_json_ *json, const parts *p) {
    bml_token_list_ list = {0};
    bml_status status = list_tokens(&list, json, p);
    if (!status)
        status = bml_vocabulary_make_(&t->vocabulary, &list, json->path);
    bml_token_list_free_(&list);
    return status ? status : read_merges(t, json, p);
}

static bml_status load(bml_tokenizer **out, bml_json_ *json) {
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
    bml_json_ json = {0};
    status = bml_json_begin_(&json, file.data, file.size, path, &bml_json_file_);
    if (!status)
        status = load(out, &json);
    bml_release_(json.text);
    bml_unmap_file_(&file);
    return status;
}
