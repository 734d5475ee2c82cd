#include "info.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <bendml/tokenizer.h>

#include "input.h"
#include "output.h"
#include "program.h"
#include "table.h"
#include "utf8.h"

typedef struct view {
    bml_tokenizer *tokenizer;
    input in;
    output out;
    bml_tokens tokens;
    bool colour;
    size_t pieces;      /* shown so far */
    size_t start, end;  /* of the text between special tokens, where pieces are cut */
    size_t piece_end;   /* of the piece that is shown */
    size_t piece_token; /* which of the piece's tokens comes next */
} view;

/* Text on a background: pieces alternate between two hues, the tokens of one between two shades. */
static const char *const colours[2][2] = {
    {"\033[30;48;5;153m", "\033[30;48;5;111m"}, /* light and darker blue */
    {"\033[30;48;5;223m", "\033[30;48;5;215m"}, /* light and darker orange */
};
static const char special_colour[] = "\033[97;48;5;90m", plain[] = "\033[0m";

static bool wants_colour(void) {
    const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(no_colour && *no_colour) &&
           !(terminal && strcmp(terminal, "dumb") == 0);
}

static void show_sizes(view *v) {
    bml_tokenizer_info found = bml_tokenizer_get_info(v->tokenizer);
    output_text(&v->out, "table    ");
    output_text(&v->out, found.name);
    output_format(&v->out, "\npattern  %s\n", bml_pattern_name(found.pattern));
    output_format(&v->out, "tokens   %zu, ids below %zu\n", found.tokens, found.limit);
    output_format(&v->out, "special  %zu", found.special);
    for (uint32_t id = 0; id < found.limit && found.special <= 8; id++) {
        const unsigned char *bytes;
        size_t size;
        if (!bml_tokenizer_is_special(v->tokenizer, id) ||
            bml_tokenizer_token(v->tokenizer, &bytes, &size, id) != BML_OK)
            continue;
        output_text(&v->out, "  ");
        output_bytes(&v->out, bytes, size);
        output_format(&v->out, " %u", (unsigned)id);
    }
    output_format(&v->out, "\nrules    %zu\n", found.rules);
}

/* What would move the cursor, or is no character, in the words of C. */
static void show_escaped(view *v, const unsigned char *bytes, size_t length, const char *colour) {
    static const char letters[] = "abtnvfr"; /* of 7 to 13 */
    if (length != 1 || *bytes < 7 || *bytes > 13) {
        for (size_t i = 0; i < (length ? length : 1); i++)
            output_format(&v->out, "\\x%02x", bytes[i]);
        return;
    }
    output_format(&v->out, "\\%c", letters[*bytes - 7]);
    if (*bytes == '\n') { /* a line of the terminal has no colour after its end */
        output_text(&v->out, v->colour ? plain : "");
        output_byte(&v->out, '\n');
        output_text(&v->out, v->colour ? colour : "");
    }
}

static bool is_control(const unsigned char *bytes, size_t length) {
    return (length == 1 && (*bytes < 0x20 || *bytes == 0x7f)) ||
           (length == 2 && bytes[0] == 0xc2 && bytes[1] < 0xa0);
}

static void show_token(view *v, const unsigned char *bytes, size_t size, const char *colour) {
    output_text(&v->out, v->colour ? colour : "");
    for (size_t i = 0; i < size;) {
        size_t length = utf8_character(bytes + i, size - i);
        if (length == 0 || is_control(bytes + i, length))
            show_escaped(v, bytes + i, length, colour);
        else
            output_bytes(&v->out, bytes + i, length);
        i += length ? length : 1;
    }
    output_text(&v->out, v->colour ? plain : "");
}

/* Goes on to the piece that starts at `at`. */
static bool next_piece(view *v, size_t at) {
    size_t end;
    if (!succeeded(bml_tokenizer_piece(v->tokenizer, &end, v->in.data + v->start, v->end - v->start,
                                       at - v->start)))
        return false;
    v->piece_end = v->start + end;
    v->piece_token = 0;
    return true;
}

/* Where the text between special tokens ends that token i, at `at`, is the first of. */
static size_t find_end(const view *v, size_t i, size_t at) {
    for (; i < v->tokens.count && !bml_tokenizer_is_special(v->tokenizer, v->tokens.ids[i]); i++) {
        const unsigned char *bytes;
        size_t size = 0;
        if (bml_tokenizer_token(v->tokenizer, &bytes, &size, v->tokens.ids[i]) == BML_OK)
            at += size;
    }
    return at;
}

/* Shows token i, which starts at *at, and moves *at behind it. */
static bool show_next(view *v, size_t i, size_t *at) {
    const unsigned char *bytes;
    size_t size;
    bool special = bml_tokenizer_is_special(v->tokenizer, v->tokens.ids[i]);
    if (!succeeded(bml_tokenizer_token(v->tokenizer, &bytes, &size, v->tokens.ids[i])))
        return false;
    if (!special && *at >= v->end) {
        v->start = *at;
        v->end = find_end(v, i, *at);
    }
    bool first = *at >= v->piece_end;
    if (!special && first && !next_piece(v, *at))
        return false;
    if (special)
        v->piece_end = *at + size;
    if (!v->colour && *at > 0)
        output_text(&v->out, first ? "|" : "\302\267");
    v->pieces += first;
    show_token(v, bytes, size,
               special ? special_colour : colours[v->pieces % 2][v->piece_token++ % 2]);
    *at += size;
    return !v->out.failed;
}

static bool show_text(view *v, bool allow_special) {
    const bml_special special = {.all = allow_special, .others_are_text = true};
    size_t at = 0;
    if (!input_all(&v->in) || !succeeded(bml_tokenizer_encode(v->tokenizer, &v->tokens, v->in.data,
                                                              v->in.size, &special)))
        return false;
    output_byte(&v->out, '\n');
    for (size_t i = 0; i < v->tokens.count; i++)
        if (!show_next(v, i, &at))
            return false;
    output_format(&v->out, "\n\nbytes    %zu\npieces   %zu\ntokens   %zu", v->in.size, v->pieces,
                  v->tokens.count);
    if (v->tokens.count)
        output_format(&v->out, ", %.2f bytes each", (double)v->in.size / (double)v->tokens.count);
    output_byte(&v->out, '\n');
    return true;
}

int info(const tokenizer_options *options) {
    view *v = calloc(1, sizeof *v);
    if (!v)
        return fail("no memory") ? 0 : EXIT_FAILED;
    v->colour = wants_colour();
    input_begin(&v->in, options->files, options->file_count);
    bool done = table_open(&v->tokenizer, options);
    if (done) {
        show_sizes(v);
        done = output_flush(&v->out); /* before a text is waited for */
    }
    if (done && (options->file_count || !isatty(STDIN_FILENO)))
        done = show_text(v, options->allow_special);
    done = output_flush(&v->out) && done;
    input_close(&v->in);
    bml_tokens_free(&v->tokens);
    bml_tokenizer_free(v->tokenizer);
    free(v);
    return done ? 0 : EXIT_FAILED;
}
