#include "encode.h"

#include <stdlib.h>
#include <string.h>

#include <bendml/tokenizer.h>

#include "input.h"
#include "json.h"
#include "output.h"
#include "program.h"
#include "table.h"

/* Texts are encoded in batches: of those that were read together, this many at most, with what a
 * text of usual size needs kept for the next batch. */
enum { BATCH_BYTES = 1 << 24, BATCH_TEXTS = 1 << 14, KEPT_IDS = 1 << 14 };

typedef struct encoding {
    const tokenizer_options *options;
    bml_tokenizer *tokenizer;
    input in;
    size_t searched; /* in.data has no NUL before it */
    output out;
    bml_text texts[BATCH_TEXTS];
    bml_tokens tokens[BATCH_TEXTS]; /* [i] of texts[i] */
    size_t count;
    void (*print)(struct encoding *e, const bml_tokens *tokens);
} encoding;

static void print_ids(encoding *e, const bml_tokens *tokens) {
    output_ids(&e->out, tokens->ids, tokens->count, ' ');
}

static void print_json(encoding *e, const bml_tokens *tokens) {
    json_write(&e->out, e->tokenizer, tokens);
}

static void print_count(encoding *e, const bml_tokens *tokens) {
    output_number(&e->out, tokens->count);
}

/* Encodes and prints the batch, and empties it. */
static bool finish_batch(encoding *e) {
    const bml_special special = {.all = e->options->allow_special, .others_are_text = true};
    bml_status status =
        bml_tokenizer_encode_batch(e->tokenizer, e->tokens, e->texts, e->count, &special);
    if (!succeeded(status))
        return false;
    for (size_t i = 0; i < e->count; i++) {
        e->print(e, &e->tokens[i]);
        output_byte(&e->out, '\n');
        e->tokens[i].count = 0;
        if (e->tokens[i].room > KEPT_IDS)
            bml_tokens_free(&e->tokens[i]);
    }
    e->count = 0;
    return !e->out.failed;
}

static bool add_text(encoding *e, const unsigned char *data, size_t size) {
    e->texts[e->count++] = (bml_text){data, size};
    return e->count < BATCH_TEXTS || finish_batch(e);
}

/* All texts whose end has been read; the end of the input is that of the last one. */
static bool finish_texts(encoding *e) {
    const unsigned char *end, *data = e->in.data;
    size_t start = 0, size = e->in.size;
    while (e->searched < size && (end = memchr(data + e->searched, 0, size - e->searched))) {
        e->searched = (size_t)(end - data) + 1;
        if (!add_text(e, data + start, e->searched - start - 1))
            return false;
        start = e->searched;
    }
    if (e->in.end && start < size && !add_text(e, data + start, size - start))
        return false;
    if (!finish_batch(e))
        return false;
    input_drop(&e->in, start);
    e->searched = e->in.size;
    return true;
}

/* As much as there is without waiting, and at least something. */
static bool read_some(input *in) {
    size_t enough = in->size + BATCH_BYTES;
    do {
        if (!input_more(in))
            return false;
    } while (!in->end && in->size < enough && input_ready(in));
    return true;
}

/* What is complete is printed before more is waited for: a program at the other end gets its
 * answers. */
static bool encode_texts(encoding *e) {
    while (!e->in.end)
        if (!read_some(&e->in) || !finish_texts(e) || !output_flush(&e->out))
            return false;
    return true;
}

static bool encode_whole(encoding *e) {
    size_t number;
    if (!input_all(&e->in))
        return false;
    if (e->print != print_count || e->options->allow_special) {
        e->texts[e->count++] = (bml_text){e->in.data, e->in.size};
        return finish_batch(e);
    }
    if (!succeeded(bml_tokenizer_count(e->tokenizer, &number, e->in.data, e->in.size)))
        return false;
    output_number(&e->out, number);
    output_byte(&e->out, '\n');
    return true;
}

static int run(const tokenizer_options *options, void (*print)(encoding *, const bml_tokens *)) {
    encoding *e = calloc(1, sizeof *e);
    if (!e)
        return fail("no memory") ? 0 : EXIT_FAILED;
    e->options = options;
    e->print = print;
    input_begin(&e->in, options->files, options->file_count);
    bool done = table_open(&e->tokenizer, options) &&
                output_prepare_ids(&e->out, bml_tokenizer_get_info(e->tokenizer).limit) &&
                (options->null ? encode_texts(e) : encode_whole(e));
    done = output_flush(&e->out) && done;
    output_free(&e->out);
    input_close(&e->in);
    for (size_t i = 0; i < BATCH_TEXTS; i++)
        bml_tokens_free(&e->tokens[i]);
    bml_tokenizer_free(e->tokenizer);
    free(e);
    return done ? 0 : EXIT_FAILED;
}

int encode(const tokenizer_options *options) {
    return run(options, options->json ? print_json : print_ids);
}

int count(const tokenizer_options *options) {
    return run(options, print_count);
}
