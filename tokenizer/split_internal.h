/* Cutting a text into the pieces that are encoded on their own. */
#ifndef BML_SPLIT_INTERNAL_H
#define BML_SPLIT_INTERNAL_H

#include "unicode_internal.h"

/* The end of the piece that starts at p < end: what the pattern's regular expression matches there.
 * Linear in the piece, with one exception: white space is looked at to the end of its run. The
 * plain version of what bml_split_*_ do in windows. */
typedef const uint8_t *bml_next_piece_(const uint8_t *p, const uint8_t *end);
bml_next_piece_ bml_next_gpt2_, bml_next_cl100k_, bml_next_llama3_, bml_next_o200k_, bml_next_none_;

/* ends[i] := where the i-th piece of the text ends, counted from its start, for as many pieces as
 * fit in `room` >= BML_SPLIT_ROOM_; returns how many, at least one. size >= 1. The pieces cover a
 * prefix of the text, and the rest is split as if it were a text. */
enum { BML_SPLIT_ROOM_ = 65 };
typedef size_t bml_split_(size_t *ends, size_t room, const uint8_t *text, size_t size);
bml_split_ bml_split_gpt2_, bml_split_cl100k_, bml_split_llama3_, bml_split_o200k_, bml_split_none_;

/* White space that starts at p: the end of its run, where its last character starts, and where its
 * last newline ends (p if there is none). */
typedef struct bml_white_ {
    const uint8_t *end, *last, *after_newline;
} bml_white_;
bml_white_ bml_white_at_(const uint8_t *p, const uint8_t *end);

/* Bytes of 's 't 're 've 'm 'll 'd at p, or 0; in any case if `fold`, where U+017F is an s. */
size_t bml_contraction_(const uint8_t *p, const uint8_t *end, int fold);

#endif
