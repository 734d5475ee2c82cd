/* How the files of tokenizers write bytes: base64, GPT-2's alphabet, JSON. */
#ifndef BML_TEXT_INTERNAL_H
#define BML_TEXT_INTERNAL_H

#include "json_internal.h"
#include "tokenizer_internal.h"

/* ---- base64.c ---- */

/* out[0..*out_size) := what `size` characters of base64 stand for, with room for size / 4 * 3.
 * False: they are not base64, with padding; *bad is the place of the first that is wrong, or the
 * size. */
bool bml_base64_decode_(uint8_t *out, size_t *out_size, const char *text, size_t size, size_t *bad);
/* Appends the base64 of the bytes. */
BML_MUST_USE bml_status bml_base64_add_(bml_bytes *out, const uint8_t *bytes, size_t size);

/* ---- alphabet.c: GPT-2 writes each byte as a character that is printed ---- */

/* The byte of place `i` < 256: the printed ones first, then the others. */
uint8_t bml_alphabet_byte_(unsigned i);
/* The bytes that *size bytes of UTF-8 stand for, in place: there are as many or fewer. False: not
 * all are characters of the alphabet, and the text stays as it is. */
bool bml_alphabet_decode_(char *text, size_t *size);
/* Appends the characters of the bytes. */
BML_MUST_USE bml_status bml_alphabet_add_(bml_bytes *out, const uint8_t *bytes, size_t size);

/* ---- load_merges.c: what vocab.json, merges.txt and tokenizer.json share ---- */

extern const bml_json_style_ bml_json_file_;

/* Adds the tokens of the object of names and ids that comes next to the list, but for those whose
 * bit is set in `known`, which may be NULL. A name that is not in GPT-2's alphabet is a special
 * token's. */
BML_MUST_USE bml_status bml_read_vocab_(bml_token_list_ *list, bml_json_ *json,
                                        const uint8_t *known);

typedef struct bml_place_ {
    const char *path, *unit; /* "line" */
    size_t number;
} bml_place_;

/* Two tokens in GPT-2's alphabet, which are decoded in place. */
typedef struct bml_merge_pair_ {
    char *left, *right;
    size_t left_size, right_size;
} bml_merge_pair_;

/* Adds the rule of this rank. `room` is any memory. */
BML_MUST_USE bml_status bml_add_merge_(bml_tokenizer *t, bml_bytes *room, uint32_t rank,
                                       bml_merge_pair_ pair, const bml_place_ *place);
/* What the rules make and what is a single byte is no special token. */
void bml_unmark_special_(bml_tokenizer *t);

/* ---- patterns.c ---- */

/* The regular expression of a pattern, as tokenizer.json files have it (Oniguruma's syntax). */
const char *bml_pattern_regex_(bml_pattern pattern);
/* The pattern of one of the expressions that are known for it. */
bool bml_pattern_of_regex_(bml_pattern *pattern, const char *regex, size_t size);

/* ---- load_json_split.c ---- */

/* The pre_tokenizer that comes next. */
BML_MUST_USE bml_status bml_read_split_(bml_pattern *pattern, bml_json_ *json);

#endif
