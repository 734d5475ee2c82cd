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

/* Copies the pairs that are not gone, and the places they have, to the front of these lists, which
 * may be those where they are. */
static void collect(bml_pairs_ *pairs, uint32_t *places, uint32_t *kept) {
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
                places[used++] = place;
        }
        if (is_kept)
            new_kept = (uint32_t)count;
        pairs->pairs[count++] = (bml_pair_){pair.count, pair.left, pair.right, start, used - start};
    }
    pairs->count = count;
    pairs->places_count = used;
    *kept = new_kept;
}

/* As there are more and more pairs there are fewer and fewer places: what is not needed for these
 * is given back, once the smaller list fits into what slots and queue have left: so many places for
 * each pair that there was room for. */
enum { GIVEN_BACK = sizeof(bml_ranked_) / sizeof(uint32_t) + 1 };

static bml_status collect_places(bml_pairs_ *pairs, size_t more, uint32_t *kept) {
    void *places = pairs->places;
    size_t used = 0;
    for (size_t i = 0; i < pairs->count; i++)
        used += pairs->pairs[i].count >= pairs->least || i == *kept ? pairs->pairs[i].size : 0;
    size_t room = used + more + (used + more) / 8 + 256;
    bool smaller = room < pairs->places_room / 2 && room <= pairs->room * GIVEN_BACK;
    if (smaller) {
        bml_status status = bml_allocate_(&places, room, sizeof *pairs->places, "places of pairs");
        if (status)
            return status;
    }
    collect(pairs, places, kept);
    if (smaller) {
        bml_release_(pairs->places);
        pairs->places = places;
        pairs->places_room = room;
    }
    return BML_OK;
}

static bml_status resize(bml_pairs_ *pairs, size_t room) {
    void *list;
    if (room >= BML_NONE_)
        return bml_fail_(BML_ERROR_SIZE, "found more than %u pairs", BML_NONE_ - 1);
    bml_status status = bml_allocate_(&list, room, sizeof *pairs->pairs, "pairs of tokens");
    if (status)
        return status;
    if (pairs->count)
        memcpy(list, pairs->pairs, pairs->count * sizeof *pairs->pairs);
    bml_release_(pairs->pairs);
    pairs->pairs = list;
    pairs->room = room;
    return BML_OK;
}

/* The slots, and the queue of all but the pair that is kept, which is out of it. */
static bml_status rebuild(bml_pairs_ *pairs, uint32_t kept) {
    void *slots, *queue;
    pairs->slot_count = pairs->room + pairs->room / 2;
    bml_status status =
        bml_allocate_(&slots, pairs->slot_count, sizeof *pairs->slots, "pairs of tokens");
    if (status)
        return status;
    pairs->slots = memset(slots, 0xFF, pairs->slot_count * sizeof *pairs->slots);
    status = bml_allocate_(&queue, pairs->room, sizeof *pairs->queue, "pairs of tokens");
    if (status)
        return status;
    pairs->queue = queue;
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
    return BML_OK;
}

/* What can be made again is given back first, so that no more memory is used in between. */
bml_status bml_pairs_reserve_(bml_pairs_ *pairs, size_t more, size_t more_places, uint32_t *kept) {
    if (more <= pairs->room - pairs->count &&
        more_places <= pairs->places_room - pairs->places_count)
        return BML_OK;
    bml_release_(pairs->slots);
    bml_release_(pairs->queue);
    pairs->slots = NULL;
    pairs->queue = NULL;
    bml_status status = collect_places(pairs, more_places, kept);
    size_t need = pairs->count + more;
    if (!status && need > pairs->room / 8 * 7)
        status = resize(pairs, need + need / 4);
    return status ? status : rebuild(pairs, *kept);
}

void bml_pairs_free_(bml_pairs_ *pairs) {
    bml_release_(pairs->pairs);
    bml_release_(pairs->slots);
    bml_release_(pairs->queue);
    bml_release_(pairs->places);
    *pairs = (bml_pairs_){0};
}
