/* The pairs of bytes, with which training starts. */
#include "train_internal.h"

enum { BYTES = 256, BYTE_PAIRS = BYTES * BYTES };

typedef struct byte_pair {
    uint64_t count;
    uint32_t left, right, size, at; /* how many places, and where the next goes */
} byte_pair;

typedef struct byte_pairs {
    uint32_t *numbers; /* [BYTE_PAIRS] of those that there are, in the order first seen */
    byte_pair *list;
    size_t count, room, places;
} byte_pairs;

static bml_status number_of(byte_pairs *b, uint32_t left, uint32_t right, uint32_t *number) {
    uint32_t *known = &b->numbers[left * BYTES + right];
    if (*known == BML_NONE_) {
        void *list = b->list;
        bml_status status =
            bml_grow_(&list, &b->room, b->count, b->count + 1, sizeof *b->list, "pairs of bytes");
        b->list = list;
        if (status)
            return status;
        b->list[b->count] = (byte_pair){0, left, right, 0, 0};
        *known = (uint32_t)b->count++;
    }
    *number = *known;
    return BML_OK;
}

/* In a run of equal bytes every second pair counts, as it will be joined from the left. */
static bml_status count_pairs(byte_pairs *b, const bml_cells_ *cells) {
    uint32_t taken = 0, number;
    for (uint32_t i = 1; i + 1 < cells->count; i++) {
        uint32_t left = cells->ids[i], right = cells->ids[i + 1];
        if (left == BML_NONE_ || right == BML_NONE_)
            continue;
        bml_status status = number_of(b, left, right, &number);
        if (status)
            return status;
        b->list[number].size++;
        b->places++;
        if (left == right && taken == i)
            continue;
        b->list[number].count += bml_cells_weight_(cells, i);
        taken = left == right ? i + 1 : 0;
    }
    return BML_OK;
}

static void fill_places(bml_pairs_ *pairs, byte_pairs *b, const bml_cells_ *cells) {
    for (uint32_t i = 1; i + 1 < cells->count; i++) {
        uint32_t left = cells->ids[i], right = cells->ids[i + 1];
        if (left == BML_NONE_ || right == BML_NONE_)
            continue;
        byte_pair *pair = &b->list[b->numbers[left * BYTES + right]];
        if (pair->count >= pairs->least)
            pairs->places[pair->at++] = i;
    }
}

/* Of the places that all pairs have together there are never more than now: a step takes one away
 * for each that it makes, and one more. */
static bml_status add_pairs(bml_pairs_ *pairs, byte_pairs *b) {
    uint32_t none = BML_NONE_;
    bml_status status = bml_pairs_reserve_(pairs, b->count, b->places, &none);
    for (byte_pair *pair = b->list; pair < b->list + b->count && !status; pair++)
        if (pair->count >= pairs->least) {
            pair->at = (uint32_t)pairs->places_count;
            (void)bml_pairs_add_(pairs, pair->left, pair->right, pair->count, pair->size);
        }
    return status;
}

bml_status bml_pairs_make_(bml_pairs_ *pairs, const bml_cells_ *cells, uint64_t least) {
    *pairs = (bml_pairs_){.cells = cells, .least = least};
    byte_pairs b = {0};
    void *numbers;
    bml_status status = bml_allocate_(&numbers, BYTE_PAIRS, sizeof *b.numbers, "pairs of bytes");
    if (status)
        return status;
    b.numbers = memset(numbers, 0xFF, BYTE_PAIRS * sizeof *b.numbers);
    status = count_pairs(&b, cells);
    if (!status)
        status = add_pairs(pairs, &b);
    if (!status) {
        fill_places(pairs, &b, cells);
        for (uint32_t i = 0; i < pairs->count; i++)
            bml_pairs_rank_(pairs, i);
    }
    bml_release_(numbers);
    bml_release_(b.list);
    if (status)
        bml_pairs_free_(pairs);
    return status;
}
