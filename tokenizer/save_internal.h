/* A file as it is written, a piece of text at a time. */
#ifndef BML_SAVE_INTERNAL_H
#define BML_SAVE_INTERNAL_H

#include "text_internal.h"

typedef struct bml_writer_ {
    bml_replacement_ file;
    bml_bytes text;    /* the newest string, encoded */
    bml_status status; /* of the first that failed: then nothing more is written */
} bml_writer_;

void bml_write_begin_(bml_writer_ *w, const char *path);
/* Ends what begin began; the file is there if this is BML_OK. */
BML_MUST_USE bml_status bml_write_end_(bml_writer_ *w);
void bml_write_(bml_writer_ *w, const void *data, size_t size);
void bml_write_text_(bml_writer_ *w, const char *format, ...)
    BML_PRINTF_(2, 3); /* under 1000 bytes */
/* A JSON string of these bytes: what is not UTF-8 fails. */
void bml_write_json_(bml_writer_ *w, const uint8_t *bytes, size_t size);
/* The bytes in GPT-2's alphabet, as they are or as a JSON string. */
void bml_write_alphabet_(bml_writer_ *w, const uint8_t *bytes, size_t size);
void bml_write_alphabet_json_(bml_writer_ *w, const uint8_t *bytes, size_t size);

/* The object of names and ids, one a line, each line with `indent` before it. */
void bml_write_vocab_(bml_writer_ *w, const bml_tokenizer *t, const char *indent);

#endif
