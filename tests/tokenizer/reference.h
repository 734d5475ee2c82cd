/* The slow and obvious encoder, and random tables to compare the fast one on. */
#ifndef BML_TEST_TOKENIZER_REFERENCE_H
#define BML_TEST_TOKENIZER_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

#include "tokenizer/tokenizer_internal.h"

/* The rules applied in order over a list, as they are stated: the lowest rank that is anywhere, at
 * the leftmost place. Returns how many tokens; ids has room for `size`. */
size_t bml_encode_piece_reference(uint32_t *ids, const bml_tokenizer *t, const uint8_t *piece,
                                  size_t size);
/* Where a rank file has no rules: the two neighbours whose bytes together are the token of the
 * lowest id, leftmost first; a whole piece that is a token is that. */
size_t bml_encode_ranks_reference(uint32_t *ids, const bml_tokenizer *t, const uint8_t *piece,
                                  size_t size);
/* A text: each piece on its own. */
typedef size_t bml_reference_encoder(uint32_t *ids, const bml_tokenizer *t, const uint8_t *piece,
                                     size_t size);
size_t bml_encode_reference(uint32_t *ids, const bml_tokenizer *t, const uint8_t *text, size_t size,
                            bml_reference_encoder *encoder);

#endif
