#include "train_internal.h"

static size_t slot_of(const bml_pairs_ *pairs, uint32_t left, uint32_t right) {
    uint64_t key = (uint64_t)left << BML_ID_BITS_ | right;
    uint64_t hash = key * UINT64_C(0x9E3779B97F4A7C15) >> 32;
    return (size_t)(hash * pairs->slot_count >> 32);
}

static size_t next_slot(const bml_pairs_ *pairs, size_t at) {
    return at + 1 == pairs->slot_count ? 0 : at + 1;
}

uint32_t bml_pairs_find_(const bml_pairs_ *pairs, uint32_t left, uint32_t right) {
    for (size_t at = slot_of(pairs, left, right);; at = next_slot(pairs, at)) {
        uint32_t number = pairs->slots[at];
        if (number == BML_NONE_)
            return BML_NONE_;
        const bml_pair_ *pair = &pairs->pairs[number];
        if (pair->left == left && pair->right == right)
            return number;
    }
}

static void insert(bml_pairs_ *pairs, uint32_t number) {
    const bml_pair_ *pair = &pairs->pairs[number];
    size_t at = slot_of(pairs, pair->left, pair->right);
    while (pairs->slots[at] != BML_NONE_)
        at = next_slot(pairs, at);
    pairs->slots[at] = number;
}

uint32_t bml_pairs_add_(bml_pairs_ *pairs, uint32_t left, uint32_t right, uint64_t count,
                        uint32_t size) {
    uint32_t number = (uint32_t)pairs->count++;
    pairs->pairs[number] = (bml_pair_){count, left, right, (uint32_t)pairs->places_count, size};
    pairs->places_count += size;
    insert(pairs, number);
    return number;
}

void bml_pairs_rank_(bml_pairs_ *pairs, uint32_t number) {
    const bml_pair_ *pair = &pairs->pairs[number];
    pairs->queue[pairs->queued] = (bml_ranked_){pair->count, pairs->places[pair->start], number};
    bml_queue_rise_(pairs->queue, pairs->queued++);
}

/* What comes first in the list is then a place that the pair still has, unless it has none. */
static void skip_lost(const bml_pairs_ *pairs, bml_pair_ *pair) {
    while (pair->size &&
           !bml_cells_have_(pairs->cells, pairs->places[pair->start], pair->left, pair->right)) {
        pair->start++;
        pair->size--;
    }
}

uint32_t bml_pairs_best_(bml_pairs_ *pairs) {
    while (pairs->queued) {
        bml_ranked_ top = pairs->queue[0];
        bml_pair_ *pair = &pairs->pairs[top.pair];
        bool alive = pair->count >= pairs->least;
        if (alive) {
            skip_lost(pairs, pair);
            pairs->queue[0].count = pair->count;
            pairs->queue[0].place = pairs->places[pair->start];
        }
        bool known = alive && top.count == pair->count && top.place == pairs->queue[0].place;
        if (known || !alive)
            pairs->queue[0] = pairs->queue[--pairs->queued];
        if (pairs->queued)
            bml_queue_sink_(pairs->queue, pairs->queued, 0);
        if (known)
            return top.pair;
    }
    return BML_NONE_;
}

/* Moves the pairs that are not gone, and the places they have, to the front of their lists. */
static void collect(bml_pairs_ *pairs, uint32_t *kept) {
    size_t count = 0;
    uint32_t used = 0, new_kept = BML_NONE_;
    for (size_t i = 0; i < pairs->count; i++) {
        bml_pair_ pair = pairs->pairs[i];
        bool is_kept = i == *kept;
        if (pair.count < pairs->least && !is_kept)
            continue;
        uint32_t start = used;
        for (uint32_t k = pair.start; k < pair.start + pair.size; k++) {
            uint32_t place = pairs->places[k];
            if (is_kept || bml_cells_have_(pairs->cells, place, pair.left, pair.right))
                pairs->places[used++] = place;
        }
        if (is_kept)
            new_kept = (uint32_t)count;
        pairs->pairs[count++] = (bml_pair_){pair.count, pair.left, pair.right, start, used - start};
    }
    pairs->count = count;
    pairs->places_count = used;
    *kept = new_kept;
}

/* In cells of the block, for each pair that there is room for. */
enum {
    PAIR = sizeof(bml_pair_) / sizeof(uint32_t),
    RANKED = sizeof(bml_ranked_) / sizeof(uint32_t),
    SLOTS_PER_2_PAIRS = 3
};

static size_t index_size(size_t room) {
    return room * RANKED + room * SLOTS_PER_2_PAIRS / 2;
}

/* Puts the pairs at the end of the block, in which there is room for so many and for the places, or
 * of a new one. */
static bml_status place_pairs(bml_pairs_ *pairs, size_t room, size_t places) {
    uint32_t *block = pairs->places;
    size_t size = pairs->block_size;
    if (places + room * PAIR > size) {
        void *larger;
        size = (places + room * PAIR + 1) / 2 * 2; /* pairs are aligned to two cells */
        bml_status status = bml_allocate_(&larger, size, sizeof *block, "pairs of tokens");
        if (status)
            return status;
        block = larger;
        if (pairs->places_count)
            memcpy(block, pairs->places, pairs->places_count * sizeof *block);
    }
    void *list = block + (size - room * PAIR);
    if (pairs->count)
        memmove(list, pairs->pairs, pairs->count * sizeof *pairs->pairs);
    if (block != pairs->places)
        bml_release_(pairs->places);
    pairs->places = block;
    pairs->block_size = size;
    pairs->pairs = list;
    pairs->room = room;
    return BML_OK;
}

/* Puts queue and slots before the pairs in the block, or where they do not fit elsewhere; the rest
 * is for places. */
static bml_status place_index(bml_pairs_ *pairs, size_t places) {
    size_t room = pairs->room, rest = pairs->block_size - room * PAIR;
    void *queue;
    if (places + index_size(room) + 2 <= rest) {
        rest = (rest - index_size(room)) / 2 * 2; /* aligned as the pairs are */
        queue = pairs->places + rest;
    } else {
        bml_status status =
            bml_allocate_(&queue, index_size(room), sizeof *pairs->slots, "pairs of tokens");
        if (status)
            return status;
        pairs->index = queue;
    }
    pairs->queue = queue;
    pairs->slots = (uint32_t *)queue + room * RANKED;
    pairs->slot_count = room * SLOTS_PER_2_PAIRS / 2;
    pairs->places_room = rest;
    return BML_OK;
}

/* All but the pair that is kept, which is out of the queue. */
static void rebuild(bml_pairs_ *pairs, uint32_t kept) {
    memset(pairs->slots, 0xFF, pairs->slot_count * sizeof *pairs->slots);
    pairs->queued = 0;
    for (uint32_t i = 0; i < pairs->count; i++) {
        const bml_pair_ *pair = &pairs->pairs[i];
        insert(pairs, i);
        if (i != kept)
            pairs->queue[pairs->queued++] =
                (bml_ranked_){pair->count, pairs->places[pair->start], i};
    }
    for (size_t i = pairs->queued / 2; i-- > 0;)
        bml_queue_sink_(pairs->queue, pairs->queued, i);
}

/* Room for some more of both, so that this is not called in every step. */
bml_status bml_pairs_reserve_(bml_pairs_ *pairs, size_t more, size_t more_places, uint32_t *kept) {
    if (more <= pairs->room - pairs->count &&
        more_places <= pairs->places_room - pairs->places_count)
        return BML_OK;
    collect(pairs, kept);
    bml_release_(pairs->index);
    pairs->index = NULL;
    size_t need = pairs->count + more, places = pairs->places_count + more_places;
    size_t room = need > pairs->room / 16 * 15 ? need + need / 8 + 64 : pairs->room;
    if (room >= BML_NONE_)
        return bml_fail_(BML_ERROR_SIZE, "found %zu pairs, expected less than %u", need, BML_NONE_);
    bml_status status = place_pairs(pairs, room, places + places / 16 + 256);
    if (!status)
        status = place_index(pairs, places + places / 4);
    if (!status)
        rebuild(pairs, *kept);
    return status;
}

void bml_pairs_free_(bml_pairs_ *pairs) {
    bml_release_(pairs->places);
    bml_release_(pairs->index);
    *pairs = (bml_pairs_){0};
}
