/* Bytes on stdout, gathered in a buffer. */
#ifndef TOKENIZER_OUTPUT_H
#define TOKENIZER_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An id in digits. */
typedef struct output_word {
    unsigned char digits[7], length; /* length 0: not made yet */
} output_word;

typedef struct output {
    output_word *words; /* [limit] of ids */
    size_t size;
    bool failed; /* said on stderr, but for a closed pipe; what follows is dropped */
    unsigned char data[1 << 17];
} output;

void output_bytes(output *out, const void *bytes, size_t size);
void output_text(output *out, const char *text);
/* printf's format, of at most 200 bytes. */
void output_format(output *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void output_number(output *out, uint64_t number);

/* Before output_ids: ids will be below `limit`, which is at most 10^7. False: said on stderr. */
bool output_prepare_ids(output *out, size_t limit);
/* Decimal numbers, `separator` between them. */
void output_ids(output *out, const uint32_t *ids, size_t count, char separator);
/* Releases what output_prepare_ids took. */
void output_free(output *out);

/* Writes what is gathered. False if something could not be written since the beginning. */
bool output_flush(output *out);

static inline void output_byte(output *out, char byte) {
    if (out->size == sizeof out->data)
        output_flush(out);
    out->data[out->size++] = (unsigned char)byte;
}

#endif
