#include "train_internal.h"

static bml_status make_side(bml_side_ *side, size_t limit) {
    void *index;
    bml_status status = bml_allocate_(&index, limit, sizeof *side->index, "neighbours of tokens");
    if (!status)
        side->index = memset(index, 0xFF, limit * sizeof *side->index);
    return status;
}

bml_status bml_joiner_make_(bml_joiner_ *joiner, bml_cells_ *cells, bml_pairs_ *pairs,
                            size_t limit) {
    *joiner = (bml_joiner_){cells, pairs, {0}, {0}};
    bml_status status = make_side(&joiner->left, limit);
    if (!status)
        status = make_side(&joiner->right, limit);
    if (status)
        bml_joiner_free_(joiner);
    return status;
}

void bml_joiner_free_(bml_joiner_ *joiner) {
    bml_release_(joiner->left.index);
    bml_release_(joiner->left.list);
    bml_release_(joiner->right.index);
    bml_release_(joiner->right.list);
    *joiner = (bml_joiner_){0};
}

typedef struct step {
    uint32_t left, right, id; /* left and right become id */
} step;

/* Joins from left to right, and leaves in the list the places where it did: where two overlap, the
 * second is no longer there when it comes to it. */
static void replace(bml_cells_ *cells, uint32_t *places, bml_pair_ *pair, uint32_t id) {
    uint32_t left_size = cells->sizes[pair->left], count = 0;
    uint32_t right_size = cells->sizes[pair->right];
    for (uint32_t i = 0; i < pair->size; i++) {
        uint32_t place = places[i], middle = place + left_size;
        if (!bml_cells_have_(cells, place, pair->left, pair->right))
            continue;
        cells->ids[middle - 1] = cells->ids[middle] = BML_NONE_;
        cells->ids[place] = cells->ids[middle + right_size - 1] = id;
        places[count++] = place;
    }
    pair->size = count;
}

/* Whether a run of tokens `id` has an odd number of them: the one that ends before `end`, or starts
 * at `start`. A walk, but a short one: the pair that was chosen is at least as frequent as that of
 * two such tokens, so all these runs together are not longer than twice the tokens joined. */
static bool odd_before(const bml_cells_ *cells, uint32_t end, uint32_t id) {
    bool odd = false;
    for (; cells->ids[end - 1] == id; end -= cells->sizes[id])
        odd = !odd;
    return odd;
}

static bool odd_after(const bml_cells_ *cells, uint32_t start, uint32_t id) {
    bool odd = false;
    for (; cells->ids[start] == id; start += cells->sizes[id])
        odd = !odd;
    return odd;
}

static bml_status note(bml_side_ *side, uint32_t id, uint64_t lost, uint64_t made) {
    if (side->index[id] == BML_NONE_) {
        void *list = side->list;
        bml_status status = bml_grow_(&list, &side->room, side->count, side->count + 1,
                                      sizeof *side->list, "neighbours of tokens");
        side->list = list;
        if (status)
            return status;
        side->index[id] = (uint32_t)side->count;
        side->list[side->count++] = (bml_neighbour_){0, 0, id, 0, BML_NONE_};
    }
    bml_neighbour_ *neighbour = &side->list[side->index[id]];
    neighbour->lost += lost;
    neighbour->made += made;
    neighbour->size++;
    return BML_OK;
}

/* Where the new token is, what its neighbours were paired with and are now. Two new ones next to
 * each other are seen once, from the first; in a run of them every second pair counts. A pair of
 * equal tokens loses one where the run that this takes a token from had an even number. */
static bml_status tally(bml_joiner_ *j, const step *s, const uint32_t *places, uint32_t count) {
    const bml_cells_ *cells = j->cells;
    uint32_t size = cells->sizes[s->id], taken = BML_NONE_;
    bml_status status = BML_OK;
    for (uint32_t i = 0; i < count && !status; i++) {
        uint32_t place = places[i], end = place + size;
        uint32_t before = cells->ids[place - 1], after = cells->ids[end];
        uint64_t weight = bml_cells_weight_(cells, place), lost = weight, made = weight;
        if (before != BML_NONE_ && before != s->id) {
            if (before == s->left && !odd_before(cells, place, before))
                lost = 0;
            status = note(&j->left, before, lost, weight);
        }
        if (after == BML_NONE_ || status)
            continue;
        lost = weight;
        if (after == s->id) {
            made = taken == place ? 0 : weight;
            taken = made ? end : BML_NONE_;
        } else if (after == s->right && !odd_after(cells, end, after))
            lost = 0;
        status = note(&j->right, after, lost, made);
    }
    return status;
}

static void take(bml_pairs_ *pairs, uint32_t left, uint32_t right, uint64_t lost) {
    uint32_t number = lost ? bml_pairs_find_(pairs, left, right) : BML_NONE_;
    if (number != BML_NONE_)
        pairs->pairs[number].count -= lost;
}

/* The chosen pair itself is gone, so what it loses as a neighbour of its own does not matter. */
static void take_lost(bml_joiner_ *j, const step *s) {
    for (size_t i = 0; i < j->left.count; i++)
        take(j->pairs, j->left.list[i].id, s->left, j->left.list[i].lost);
    for (size_t i = 0; i < j->right.count; i++) {
        uint32_t id = j->right.list[i].id;
        take(j->pairs, s->right, id == s->id ? s->left : id, j->right.list[i].lost);
    }
}

static void count_new(const bml_side_ *side, uint64_t least, size_t *pairs, size_t *places) {
    for (size_t i = 0; i < side->count; i++)
        if (side->list[i].made >= least) {
            ++*pairs;
            *places += side->list[i].size;
        }
}

/* From here on `size` is where the next place goes. */
static void add_new(bml_joiner_ *j, const step *s) {
    for (int right = 0; right < 2; right++) {
        bml_side_ *side = right ? &j->right : &j->left;
        for (size_t i = 0; i < side->count; i++) {
            bml_neighbour_ *n = &side->list[i];
            if (n->made < j->pairs->least)
                continue;
            n->pair = bml_pairs_add_(j->pairs, right ? s->id : n->id, right ? n->id : s->id,
                                     n->made, n->size);
            n->size = j->pairs->pairs[n->pair].start;
        }
    }
}

static void fill_new(bml_joiner_ *j, uint32_t id, const uint32_t *places, uint32_t count) {
    const bml_cells_ *cells = j->cells;
    uint32_t size = cells->sizes[id];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t before = cells->ids[places[i] - 1], after = cells->ids[places[i] + size];
        if (before != BML_NONE_ && before != id) {
            bml_neighbour_ *n = &j->left.list[j->left.index[before]];
            if (n->pair != BML_NONE_)
                j->pairs->places[n->size++] = places[i] - cells->sizes[before];
        }
        if (after != BML_NONE_) {
            bml_neighbour_ *n = &j->right.list[j->right.index[after]];
            if (n->pair != BML_NONE_)
                j->pairs->places[n->size++] = places[i];
        }
    }
}

static void rank_new(bml_joiner_ *j, bml_side_ *side) {
    for (size_t i = 0; i < side->count; i++) {
        if (side->list[i].pair != BML_NONE_)
            bml_pairs_rank_(j->pairs, side->list[i].pair);
        side->index[side->list[i].id] = BML_NONE_;
    }
    side->count = 0;
}

bml_status bml_join_(bml_joiner_ *j, uint32_t number, uint32_t id) {
    bml_pairs_ *pairs = j->pairs;
    bml_pair_ *pair = &pairs->pairs[number];
    step s = {pair->left, pair->right, id};
    j->cells->sizes[id] = j->cells->sizes[s.left] + j->cells->sizes[s.right];
    replace(j->cells, pairs->places + pair->start, pair, id);
    bml_status status = tally(j, &s, pairs->places + pair->start, pair->size);
    if (status)
        return status;
    take_lost(j, &s);
    pair->count = 0;
    size_t more = 0, more_places = 0;
    count_new(&j->left, pairs->least, &more, &more_places);
    count_new(&j->right, pairs->least, &more, &more_places);
    status = bml_pairs_reserve_(pairs, more, more_places, &number);
    if (status)
        return status;
    add_new(j, &s);
    pair = &pairs->pairs[number];
    fill_new(j, id, pairs->places + pair->start, pair->size);
    rank_new(j, &j->left);
    rank_new(j, &j->right);
    return BML_OK;
}
