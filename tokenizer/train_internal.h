/* Training: distinct words with their counts, pairs of tokens in them, and the steps that join the
 * best pair.
 *
 * All distinct words lie one after the other in an array of cells, in the order they were first
 * seen, a cell for each byte and an empty one around each word. A token is its id in the cells of
 * its first and its last byte; the cells between are empty. So a place, the number of a token's
 * first cell, is 32 bits, the neighbours of a token are found without links, and the order of
 * places is the order in which the texts have them.
 *
 * A pair comes into being in the step that makes the newer of its two tokens, with all its places
 * at once, and from then on only loses some. So what is known of a pair (its count and its first
 * place) is never too low, and the best one is found by looking again at what is on top. */
#ifndef BML_TRAIN_INTERNAL_H
#define BML_TRAIN_INTERNAL_H

#include "tokenizer_internal.h"

/* ---- train_words.c: the distinct words of the texts ---- */

typedef struct bml_word_ {
    uint64_t count;
    uint32_t start; /* in the bytes of all words; it ends where the next starts */
    uint32_t hash;
} bml_word_;

/* Of bytes and words together: places, and places in lists, are numbered in 32 bits. */
#define BML_WORDS_LIMIT_ ((size_t)3 << 30)

/* Words of two bytes or more. {0} is an empty one. */
typedef struct bml_words_ {
    bml_bytes bytes;
    bml_word_ *words; /* one more than `count`: the last ends the one before it */
    size_t count, room;
    uint32_t *slots; /* hash table of the words, BML_NONE_ where empty */
    size_t slot_count;
} bml_words_;

void bml_words_free_(bml_words_ *words);
BML_MUST_USE bml_status bml_words_add_(bml_words_ *words, const uint8_t *word, size_t size,
                                       uint64_t count, uint32_t hash);
/* Adds the pieces of all texts, in order, counted by several threads. */
BML_MUST_USE bml_status bml_words_count_(bml_words_ *words, const bml_text *texts, size_t count,
                                         bml_pattern pattern, bml_split_ *split);

/* ---- train_cells.c: the words as tokens ---- */

typedef struct bml_cells_ {
    uint32_t *ids; /* [count] */
    size_t count;
    bml_word_ *words; /* their start is now that of their cells; the last starts behind all */
    uint32_t *blocks; /* the word of a block's first cell; an empty one is the next word's */
    uint32_t *sizes;  /* of tokens, by id */
} bml_cells_;

enum { BML_CELL_BLOCK_ = 32 };

/* Of one word or more, which are freed; `limit` is how many tokens there may be. */
BML_MUST_USE bml_status bml_cells_make_(bml_cells_ *cells, bml_words_ *words, size_t limit);
void bml_cells_free_(bml_cells_ *cells);

/* How often the word is there that has this place. */
static inline uint64_t bml_cells_weight_(const bml_cells_ *cells, uint32_t place) {
    const bml_word_ *word = &cells->words[cells->blocks[place / BML_CELL_BLOCK_]];
    while (word[1].start <= place)
        word++;
    return word->count;
}

/* Whether tokens `left` and `right` are at a place where `left` once was. */
static inline bool bml_cells_have_(const bml_cells_ *cells, uint32_t place, uint32_t left,
                                   uint32_t right) {
    return cells->ids[place] == left && cells->ids[place + cells->sizes[left]] == right;
}

/* ---- train_pairs.c: which pairs there are, and which is the best ---- */

typedef struct bml_pair_ {
    uint64_t count; /* below the minimum: the pair is gone, for good */
    uint32_t left, right;
    uint32_t start, size; /* of its list of places, ascending; those that it lost may still be in */
} bml_pair_;

typedef struct bml_ranked_ {
    uint64_t count;
    uint32_t place, pair; /* the first place */
} bml_ranked_;

/* As there are more and more pairs there are fewer and fewer places. So both are in one block, the
 * places at its start and the pairs at its end, with what finds them between, if it fits. */
typedef struct bml_pairs_ {
    const bml_cells_ *cells;
    uint64_t least;   /* a count below it is of no interest; >= 1 */
    uint32_t *places; /* the block: all lists, in the order of the pairs */
    size_t block_size, places_count, places_room;
    bml_pair_ *pairs;
    size_t count, room;
    bml_ranked_ *queue; /* a heap, the best first: what was known of each pair that is not gone */
    uint32_t *slots;    /* hash table of the pairs, BML_NONE_ where empty */
    size_t queued, slot_count;
    void *index; /* where queue and slots are if not in the block, or NULL */
} bml_pairs_;

BML_MUST_USE bml_status bml_pairs_make_(bml_pairs_ *pairs, const bml_cells_ *cells, uint64_t least);
void bml_pairs_free_(bml_pairs_ *pairs);
/* The pair of these two, or BML_NONE_. */
uint32_t bml_pairs_find_(const bml_pairs_ *pairs, uint32_t left, uint32_t right);
/* Takes the best pair out of the queue; BML_NONE_ if there is none. */
uint32_t bml_pairs_best_(bml_pairs_ *pairs);
/* Makes room for so many pairs and places. Pairs have other numbers then; *kept is that of one that
 * stays with its list as it is. */
BML_MUST_USE bml_status bml_pairs_reserve_(bml_pairs_ *pairs, size_t more, size_t more_places,
                                           uint32_t *kept);
/* The number of a new pair, for which there is room. Its list is the caller's to fill, and then
 * rank puts it into the queue. */
uint32_t bml_pairs_add_(bml_pairs_ *pairs, uint32_t left, uint32_t right, uint64_t count,
                        uint32_t size);
void bml_pairs_rank_(bml_pairs_ *pairs, uint32_t pair);

/* ---- train_queue.c: a heap of pairs ---- */

/* Whether `a` comes before `b`: no two pairs have the same first place. */
static inline bool bml_ranked_before_(const bml_ranked_ *a, const bml_ranked_ *b) {
    return a->count != b->count ? a->count > b->count : a->place < b->place;
}
void bml_queue_sink_(bml_ranked_ *queue, size_t count, size_t at);
void bml_queue_rise_(bml_ranked_ *queue, size_t at);

/* ---- train_join.c: one step ---- */

/* What a step knows of the tokens next to the new one, on one side. */
typedef struct bml_neighbour_ {
    uint64_t lost, made; /* how much the old pair with it loses, and the count of the new one */
    uint32_t id, size;   /* the places of the new pair */
    uint32_t pair;       /* its number, or BML_NONE_ */
} bml_neighbour_;

typedef struct bml_side_ {
    uint32_t *index; /* by token: its number in the list, BML_NONE_ between steps */
    bml_neighbour_ *list;
    size_t count, room;
} bml_side_;

typedef struct bml_joiner_ {
    bml_cells_ *cells;
    bml_pairs_ *pairs;
    bml_side_ left, right;
} bml_joiner_;

BML_MUST_USE bml_status bml_joiner_make_(bml_joiner_ *joiner, bml_cells_ *cells, bml_pairs_ *pairs,
                                         size_t limit);
void bml_joiner_free_(bml_joiner_ *joiner);
/* Joins a pair that was taken out of the queue wherever it is; `id` is the new token. */
BML_MUST_USE bml_status bml_join_(bml_joiner_ *joiner, uint32_t pair, uint32_t id);

/* ---- train_learn.c: all steps ---- */

typedef struct bml_learned_ {
    uint64_t *pairs; /* [count] left << 32 | right of the tokens 256, 257... */
    size_t count;
} bml_learned_;

/* Takes the words, as cells do. `tokens` is how many there may be, bytes included. */
BML_MUST_USE bml_status bml_learn_(bml_learned_ *learned, bml_words_ *words, size_t tokens,
                                   const bml_train_options *options);

#endif
