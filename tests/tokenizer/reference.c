#include "reference.h"

#include <string.h>

static size_t start_with_bytes(uint32_t *ids, const bml_tokenizer *t, const uint8_t *piece,
                               size_t size) {
    for (size_t i = 0; i < size; i++)
        ids[i] = t->vocabulary.byte_ids[piece[i]];
    return size;
}

static size_t join(uint32_t *ids, size_t count, size_t at, uint32_t result) {
    ids[at] = result;
    memmove(ids + at + 1, ids + at + 2, (count - at - 2) * sizeof *ids);
    return count - 1;
}

/* The rule for these two, by looking at all of them; the lowest is wanted, so from the front. */
static uint32_t rank_of(const bml_rules_ *rules, uint32_t left, uint32_t right) {
    for (uint32_t rank = 0; rank < rules->limit; rank++)
        if (rules->rules[rank].left == left && rules->rules[rank].right == right)
            return rank;
    return BML_NONE_;
}

size_t bml_encode_piece_reference(uint32_t *ids, const bml_tokenizer *t, const uint8_t *piece,
                                  size_t size) {
    size_t count = start_with_bytes(ids, t, piece, size);
    for (;;) {
        uint32_t best = BML_NONE_;
        size_t at = 0;
        for (size_t i = 0; i + 1 < count; i++) {
            uint32_t rank = rank_of(&t->rules, ids[i], ids[i + 1]);
            if (rank < best) {
                best = rank;
                at = i;
            }
        }
        if (best == BML_NONE_)
            return count;
        count = join(ids, count, at, t->rules.rules[best].result);
    }
}

/* The token with these bytes, by looking at all of them. */
static uint32_t token_of(const bml_vocabulary_ *v, const uint8_t *bytes, size_t size) {
    for (uint32_t id = 0; id < v->limit; id++)
        if (bml_token_size_(v, id) == size && v->flags[id] & BML_TOKEN_ORDINARY_ &&
            memcmp(bml_token_bytes_(v, id), bytes, size) == 0)
            return id;
    return BML_NONE_;
}

size_t bml_encode_ranks_reference(uint32_t *ids, const bml_tokenizer *t, const uint8_t *piece,
                                  size_t size) {
    const bml_vocabulary_ *v = &t->vocabulary;
    uint32_t whole = token_of(v, piece, size);
    size_t count = start_with_bytes(ids, t, piece, size);
    if (whole != BML_NONE_) {
        ids[0] = whole;
        return 1;
    }
    for (;;) {
        uint32_t best = BML_NONE_;
        size_t at = 0, start = 0;
        for (size_t i = 0; i + 1 < count; start += bml_token_size_(v, ids[i++])) {
            size_t width = bml_token_size_(v, ids[i]) + bml_token_size_(v, ids[i + 1]);
            uint32_t id = token_of(v, piece + start, width);
            if (id < best) {
                best = id;
                at = i;
            }
        }
        if (best == BML_NONE_)
            return count;
        count = join(ids, count, at, best);
    }
}

size_t bml_encode_reference(uint32_t *ids, const bml_tokenizer *t, const uint8_t *text, size_t size,
                            bml_reference_encoder *encoder) {
    size_t count = 0;
    for (const uint8_t *p = text, *end = text + size, *next; p < end; p = next) {
        next = t->next(p, end);
        count += encoder(ids + count, t, p, (size_t)(next - p));
    }
    return count;
}
