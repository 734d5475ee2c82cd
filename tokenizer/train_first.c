/* The pairs of bytes, with which training starts. */
#include "train_internal.h"

enum { BYTES = 256, BYTE_PAIRS = BYTES * BYTES };

typedef struct byte_pair {
    uint64_t count;
    uint32_t size, at; /* how many places, and where the next goes */
} byte_pair;

/* In a run of equal bytes every second pair counts, as it will be joined from the left. */
static size_t count_pairs(byte_pair *counts, const bml_cells_ *cells) {
    size_t places = 0, taken = 0;
    for (uint32_t i = 1; i + 1 < cells->count; i++) {
        uint32_t left = cells->ids[i], right = cells->ids[i + 1];
        if (left == BML_NONE_ || right == BML_NONE_)
            continue;
        byte_pair *pair = &counts[left * BYTES + right];
        pair->size++;
        places++;
        if (left == right && taken == i)
            continue;
        pair->count += bml_cells_weight_(cells, i);
        taken = left == right ? i + 1 : 0;
    }
    return places;
}

static void fill_places(bml_pairs_ *pairs, byte_pair *counts, const bml_cells_ *cells) {
    for (uint32_t i = 1; i + 1 < cells->count; i++) {
        uint32_t left = cells->ids[i], right = cells->ids[i + 1];
        if (left == BML_NONE_ || right == BML_NONE_)
            continue;
        byte_pair *pair = &counts[left * BYTES + right];
        if (pair->count >= pairs->least)
            pairs->places[pair->at++] = i;
    }
}

/* Of the places that all pairs have together there are never more than now: a step takes one away
 * for each that it makes, and one more. Some room besides, so that lists need not be cleared of
 * lost places in every step. */
static bml_status add_pairs(bml_pairs_ *pairs, byte_pair *counts, size_t places) {
    void *list;
    size_t room = places + places / 16 + 256;
    bml_status status = bml_allocate_(&list, room, sizeof *pairs->places, "places of pairs");
    if (status)
        return status;
    pairs->places = list;
    pairs->places_room = room;
    size_t distinct = 0;
    for (size_t i = 0; i < BYTE_PAIRS; i++)
        distinct += counts[i].count >= pairs->least;
    uint32_t none = BML_NONE_;
    status = bml_pairs_reserve_(pairs, distinct + distinct / 16 + 64, places, &none);
    for (uint32_t i = 0; i < BYTE_PAIRS && !status; i++)
        if (counts[i].count >= pairs->least) {
            counts[i].at = (uint32_t)pairs->places_count;
            (void)bml_pairs_add_(pairs, i / BYTES, i % BYTES, counts[i].count, counts[i].size);
        }
    return status;
}

bml_status bml_pairs_make_(bml_pairs_ *pairs, const bml_cells_ *cells, uint64_t least) {
    *pairs = (bml_pairs_){.cells = cells, .least = least};
    void *counts;
    bml_status status = bml_allocate_(&counts, BYTE_PAIRS, sizeof(byte_pair), "pairs of bytes");
    if (status)
        return status;
    memset(counts, 0, BYTE_PAIRS * sizeof(byte_pair));
    status = add_pairs(pairs, counts, count_pairs(counts, cells));
    if (!status) {
        fill_places(pairs, counts, cells);
        for (uint32_t i = 0; i < pairs->count; i++)
            bml_pairs_rank_(pairs, i);
    }
    bml_release_(counts);
    if (status)
        bml_pairs_free_(pairs);
    return status;
}
