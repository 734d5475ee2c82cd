#include "decode.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <bendml/tokenizer.h>

#include "input.h"
#include "output.h"
#include "program.h"
#include "table.h"

/* What comes before the ids of a line of --json. */
static const char opening[] = "{\"ids\":[";

enum { OPENING = sizeof opening - 1, TOO_LARGE = 1 << 30 }; /* an id over all limits */

/* Where in a line the input stands. */
typedef enum line_part { PART_OPENING, PART_IDS, PART_REST } line_part;

typedef struct decoding {
    const tokenizer_options *options;
    bml_tokenizer *tokenizer;
    size_t limit;
    input in;
    output out;
    uint64_t dropped;      /* bytes before in.data */
    uint64_t position, id; /* of the next number: how many came before; what is read of it */
    uint64_t start;        /* the byte it starts at */
    bool in_number, in_line;
    line_part part;
    size_t matched; /* bytes of the opening */
} decoding;

static bool finish_id(decoding *d) {
    const unsigned char *bytes;
    size_t size;
    d->in_number = false;
    if (d->id >= d->limit)
        return fail("%s: id %" PRIu64 ", at byte %" PRIu64 ": found %s%" PRIu64
                    ", expected one below %zu",
                    input_name(&d->in), d->position, d->start,
                    d->id == TOO_LARGE ? "a number of at least " : "", d->id, d->limit);
    if (bml_tokenizer_token(d->tokenizer, &bytes, &size, (uint32_t)d->id) != BML_OK)
        return fail("%s: id %" PRIu64 ", at byte %" PRIu64 ": %s", input_name(&d->in), d->position,
                    d->start, bml_error_text());
    output_bytes(&d->out, bytes, size);
    d->position++;
    return !d->out.failed;
}

static bool refuse(const decoding *d, unsigned char c, uint64_t at) {
    const char *expected = d->part == PART_OPENING ? opening : "an id";
    return fail(isprint(c) ? "%s: at byte %" PRIu64 ": found \"%c\", expected %s"
                           : "%s: at byte %" PRIu64 ": found the byte 0x%02x, expected %s",
                input_name(&d->in), at, c, expected);
}

static void finish_line(decoding *d) {
    if (d->options->null)
        output_byte(&d->out, '\0');
    d->in_line = false;
    d->matched = 0;
    d->part = d->options->json ? PART_OPENING : PART_IDS;
}

/* A byte in the ids that is no digit. */
static bool take_between(decoding *d, unsigned char c, uint64_t at) {
    bool json = d->options->json;
    if (d->in_number && !finish_id(d))
        return false;
    if (c == '\n' && !json)
        finish_line(d);
    else if (c == ']' && json)
        d->part = PART_REST;
    else if (!isspace(c) && !(c == ',' && json))
        return refuse(d, c, at);
    return true;
}

static bool take_opening(decoding *d, unsigned char c, uint64_t at) {
    if (isspace(c)) {
        d->in_line = d->matched > 0;
        return true;
    }
    if (c != opening[d->matched])
        return refuse(d, c, at);
    if (++d->matched == OPENING)
        d->part = PART_IDS;
    return true;
}

static bool take_other(decoding *d, unsigned char c, uint64_t at) {
    d->in_line = true;
    if (d->part == PART_OPENING)
        return take_opening(d, c, at);
    if (d->part == PART_IDS)
        return take_between(d, c, at);
    if (c == '\n')
        finish_line(d);
    return true;
}

/* The digits at data[i]; returns where they end. */
static size_t take_digits(decoding *d, const unsigned char *data, size_t i, size_t size) {
    if (!d->in_number) {
        d->in_number = true;
        d->in_line = true;
        d->id = 0;
        d->start = d->dropped + i;
    }
    for (; i < size && data[i] >= '0' && data[i] <= '9'; i++)
        d->id = d->id < TOO_LARGE / 10 ? 10 * d->id + (data[i] - '0') : TOO_LARGE;
    return i;
}

static bool take_block(decoding *d, const unsigned char *data, size_t size) {
    for (size_t i = 0; i < size;) {
        if (d->part == PART_IDS && data[i] >= '0' && data[i] <= '9')
            i = take_digits(d, data, i, size);
        else if (take_other(d, data[i], d->dropped + i))
            i++;
        else
            return false;
    }
    d->dropped += size;
    return true;
}

static bool take_end(decoding *d) {
    if (d->in_number && !finish_id(d))
        return false;
    if (d->in_line && d->options->json && d->part != PART_REST)
        return fail("%s: at byte %" PRIu64 ": found the end, expected %s", input_name(&d->in),
                    d->dropped, d->part == PART_OPENING ? opening : "]");
    if (d->in_line)
        finish_line(d);
    return true;
}

/* What has been decoded is printed before more is waited for. */
static bool decode_all(decoding *d) {
    while (!d->in.end) {
        if (!input_more(&d->in) || !take_block(d, d->in.data, d->in.size))
            return false;
        input_drop(&d->in, d->in.size);
        if (!input_ready(&d->in) && !output_flush(&d->out))
            return false;
    }
    return take_end(d);
}

int decode(const tokenizer_options *options) {
    decoding *d = calloc(1, sizeof *d);
    if (!d)
        return fail("no memory") ? 0 : EXIT_FAILED;
    d->options = options;
    d->part = options->json ? PART_OPENING : PART_IDS;
    input_begin(&d->in, options->files, options->file_count);
    bool done = table_open(&d->tokenizer, options);
    if (done)
        d->limit = bml_tokenizer_get_info(d->tokenizer).limit;
    done = done && decode_all(d);
    done = output_flush(&d->out) && done;
    input_close(&d->in);
    bml_tokenizer_free(d->tokenizer);
    free(d);
    return done ? 0 : EXIT_FAILED;
}
