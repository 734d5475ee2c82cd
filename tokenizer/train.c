/* Training: texts or files are counted, the steps taken, and a tokenizer made of what they give. */
#include "train_internal.h"

#include "text_internal.h"

static const char name[] = "trained";

/* What a run has before it reads anything. */
typedef struct run {
    bml_tokenizer *t;
    const bml_train_options *options;
    bml_words_ words;
    bool stopped;
} run;

static bml_status check_special(const bml_train_options *options) {
    for (size_t i = 0; i < options->special_count; i++) {
        if (!*options->special[i])
            return bml_fail_(BML_ERROR_FORMAT, "special token %zu of %zu is empty", i,
                             options->special_count);
        for (size_t k = 0; k < i; k++)
            if (strcmp(options->special[i], options->special[k]) == 0)
                return bml_fail_(BML_ERROR_FORMAT, "special tokens %zu and %zu are both %s", k, i,
                                 options->special[i]);
    }
    return BML_OK;
}

static bml_status begin(run *r, const bml_train_options *options) {
    *r = (run){.options = options};
    if (options->vocabulary > BML_TOKEN_LIMIT || options->vocabulary < 256 ||
        options->vocabulary - 256 < options->special_count)
        return bml_fail_(BML_ERROR_SIZE,
                         "found a vocabulary of %zu tokens, expected 256 and %zu special ones at "
                         "least, %d at most",
                         options->vocabulary, options->special_count, BML_TOKEN_LIMIT);
    bml_status status = check_special(options);
    return status ? status : bml_tokenizer_begin_(&r->t, name, options->pattern);
}

static bml_status count_texts(run *r, const bml_text *texts, size_t count) {
    const bml_train_options *options = r->options;
    bml_status status = bml_words_count_(&r->words, texts, count, options->pattern, r->t->split);
    if (!status && options->progress)
        r->stopped =
            !options->progress(options->context, 0, options->vocabulary - options->special_count);
    return status;
}

static bml_status add_learned(bml_token_list_ *list, uint64_t pair, bml_bytes *room) {
    const struct bml_listed_ *left = &list->tokens[pair >> 32];
    const struct bml_listed_ *right = &list->tokens[(uint32_t)pair];
    room->size = 0;
    bml_status status = bml_bytes_add_(room, list->bytes.data + left->start, left->size);
    if (!status)
        status = bml_bytes_add_(room, list->bytes.data + right->start, right->size);
    if (!status)
        status =
            bml_token_list_add_(list, (uint32_t)list->count, room->data, room->size, false, name);
    return status;
}

static bml_status list_tokens(bml_token_list_ *list, const bml_learned_ *learned,
                              const bml_train_options *options) {
    bml_status status = BML_OK;
    bml_bytes room = {0};
    for (uint32_t i = 0; i < 256 && !status; i++)
        status = bml_token_list_add_(list, i, &(uint8_t){bml_alphabet_byte_(i)}, 1, false, name);
    for (size_t i = 0; i < learned->count && !status; i++)
        status = add_learned(list, learned->pairs[i], &room);
    for (size_t i = 0; i < options->special_count && !status; i++)
        status = bml_token_list_add_(list, (uint32_t)list->count, options->special[i],
                                     strlen(options->special[i]), true, name);
    bml_bytes_free(&room);
    return status;
}

/* No two pairs are the same, and each was made of tokens that were there before. */
static bml_status add_rules(bml_tokenizer *t, const bml_learned_ *learned) {
    bml_status status = bml_rules_make_(&t->rules, learned->count, name);
    for (uint32_t i = 0; i < learned->count && !status; i++)
        (void)bml_rules_add_(
            &t->rules, i,
            (bml_rule_){(uint32_t)(learned->pairs[i] >> 32), (uint32_t)learned->pairs[i], 256 + i});
    return status;
}

static bml_status make(run *r) {
    const bml_train_options *options = r->options;
    size_t tokens = r->stopped ? 256 : options->vocabulary - options->special_count;
    bml_learned_ learned;
    bml_token_list_ list = {0};
    bml_status status = bml_learn_(&learned, &r->words, tokens, options);
    if (!status)
        status = list_tokens(&list, &learned, options);
    if (!status)
        status = bml_vocabulary_make_(&r->t->vocabulary, &list, name);
    bml_token_list_free_(&list);
    if (!status)
        status = add_rules(r->t, &learned);
    bml_release_(learned.pairs);
    return status;
}

/* Each token is what the rules make of its bytes: where a pair was joined no rule had joined
 * anything across its ends, so the rules did with its bytes what they do with them alone. For the
 * same reason no two pairs have the same bytes. */
static bml_status end(bml_tokenizer **out, run *r, bml_status status) {
    if (!status)
        status = make(r);
    bml_words_free_(&r->words);
    return bml_tokenizer_end_(out, r->t, true, status);
}

bml_status bml_tokenizer_train(bml_tokenizer **out, const bml_train_options *options,
                               const bml_text *texts, size_t count) {
    run r;
    bml_status status = begin(&r, options);
    return status ? status : end(out, &r, count_texts(&r, texts, count));
}

/* So many files are mapped at once, or fewer if they have so many bytes. */
enum { GROUP_FILES = 256, GROUP_BYTES = 1 << 28 };

static bml_status count_group(run *r, const char *const *paths, size_t count, size_t *done) {
    bml_mapped_file files[GROUP_FILES];
    bml_text texts[GROUP_FILES];
    size_t opened = 0, bytes = 0;
    bml_status status = BML_OK;
    while (opened < count && opened < GROUP_FILES && bytes < GROUP_BYTES && !status) {
        status = bml_map_file_(&files[opened], paths[opened]);
        if (status)
            break;
        texts[opened] = (bml_text){files[opened].data, files[opened].size};
        bytes += files[opened++].size;
    }
    if (!status)
        status = count_texts(r, texts, opened);
    for (size_t i = 0; i < opened; i++)
        bml_unmap_file_(&files[i]);
    *done += opened;
    return status;
}

bml_status bml_tokenizer_train_files(bml_tokenizer **out, const bml_train_options *options,
                                     const char *const *paths, size_t count) {
    run r;
    bml_status status = begin(&r, options);
    if (status)
        return status;
    for (size_t done = 0; done < count && !status && !r.stopped;)
        status = count_group(&r, paths + done, count - done, &done);
    return end(out, &r, status);
}
