#include "output.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program.h"

static void write_out(output *out, const unsigned char *bytes, size_t size) {
    while (size && !out->failed) {
        ssize_t count = write(STDOUT_FILENO, bytes, size);
        if (count >= 0) {
            bytes += count;
            size -= (size_t)count;
        } else if (errno != EINTR) {
            out->failed = true;
            if (errno != EPIPE)
                fail("writing to stdout: %s", strerror(errno));
        }
    }
}

bool output_flush(output *out) {
    write_out(out, out->data, out->size);
    out->size = 0;
    return !out->failed;
}

void output_bytes(output *out, const void *bytes, size_t size) {
    if (size > sizeof out->data - out->size)
        output_flush(out);
    if (size > sizeof out->data) {
        write_out(out, bytes, size);
        return;
    }
    if (size)
        memcpy(out->data + out->size, bytes, size);
    out->size += size;
}

void output_text(output *out, const char *text) {
    output_bytes(out, text, strlen(text));
}

void output_format(output *out, const char *format, ...) {
    char text[201];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    output_text(out, text);
}

enum { NUMBER = 20, WORD = sizeof(output_word) }; /* bytes that a number takes at most */

/* Returns how many digits. */
static size_t put_number(unsigned char at[NUMBER], uint64_t number) {
    unsigned char digits[NUMBER];
    size_t first = NUMBER;
    do
        digits[--first] = (unsigned char)('0' + number % 10);
    while ((number /= 10) != 0);
    memcpy(at, digits + first, NUMBER - first);
    return NUMBER - first;
}

void output_number(output *out, uint64_t number) {
    if (sizeof out->data - out->size < NUMBER)
        output_flush(out);
    out->size += put_number(out->data + out->size, number);
}

bool output_prepare_ids(output *out, size_t limit) {
    out->words = calloc(limit, sizeof *out->words);
    return out->words || fail("no memory for %zu ids", limit);
}

void output_free(output *out) {
    free(out->words);
    out->words = NULL;
}

static void make_word(output_word *word, uint32_t id) {
    unsigned char digits[NUMBER];
    word->length = (unsigned char)put_number(digits, id);
    memcpy(word->digits, digits, sizeof word->digits);
}

/* Ids are many, and the same ones come again and again: their digits are made once, and copied
 * without a look at how many they are. */
void output_ids(output *out, const uint32_t *ids, size_t count, char separator) {
    for (size_t i = 0; i < count && !out->failed;) {
        if (sizeof out->data - out->size < WORD + 1)
            output_flush(out);
        size_t fit = (sizeof out->data - out->size) / (WORD + 1);
        size_t end = count - i < fit ? count : i + fit;
        unsigned char *at = out->data + out->size;
        for (; i < end; i++) {
            output_word *word = &out->words[ids[i]];
            if (!word->length)
                make_word(word, ids[i]);
            *at = (unsigned char)separator;
            at += i > 0;
            memcpy(at, word, sizeof *word);
            at += word->length;
        }
        out->size = (size_t)(at - out->data);
    }
}
