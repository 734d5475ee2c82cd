/* The rules applied to a long piece in the general case: a heap keyed by rank and place. */
#include "merge_internal.h"

bml_status bml_nodes_make_(bml_bench_ *bench, const uint32_t *ids, size_t size) {
    bml_status status =
        bml_grow_(&bench->nodes, &bench->nodes_room, 0, size, sizeof(bml_node_), "a long piece");
    if (status)
        return status;
    bml_node_ *nodes = bench->nodes;
    for (uint32_t i = 0; i < size; i++)
        nodes[i] = (bml_node_){ids[i], i ? i - 1 : BML_NONE_, i + 1 < size ? i + 1 : BML_NONE_};
    return BML_OK;
}

size_t bml_nodes_collect_(uint32_t *ids, const bml_node_ *nodes) {
    size_t count = 0;
    for (uint32_t at = 0; at != BML_NONE_; at = nodes[at].after)
        ids[count++] = nodes[at].id;
    return count;
}

/* A key is the rank and then the place: the least is the leftmost of the lowest rank. */
typedef struct heap {
    uint64_t *keys;
    size_t count;
} heap;

static void push(heap *h, uint32_t rank, uint32_t at) {
    if (rank == BML_NONE_)
        return;
    uint64_t key = (uint64_t)rank << 32 | at;
    size_t i = h->count++;
    for (; i > 0 && h->keys[(i - 1) / 2] > key; i = (i - 1) / 2)
        h->keys[i] = h->keys[(i - 1) / 2];
    h->keys[i] = key;
}

static uint64_t pop(heap *h) {
    uint64_t least = h->keys[0], key = h->keys[--h->count];
    size_t i = 0;
    for (size_t child; (child = 2 * i + 1) < h->count; i = child) {
        if (child + 1 < h->count && h->keys[child + 1] < h->keys[child])
            child++;
        if (h->keys[child] >= key)
            break;
        h->keys[i] = h->keys[child];
    }
    h->keys[i] = key;
    return least;
}

/* A key is out of date when the tokens at its place are not those of its rule; the rank of what
 * they are now has a key of its own. */
static void run(heap *h, bml_node_ *nodes, const bml_rules_ *rules) {
    while (h->count) {
        uint64_t key = pop(h);
        uint32_t at = (uint32_t)key, rank = (uint32_t)(key >> 32);
        const bml_rule_ *rule = &rules->rules[rank];
        uint32_t after = nodes[at].after;
        if (nodes[at].id != rule->left || after == BML_NONE_ || nodes[after].id != rule->right)
            continue;
        bml_nodes_join_(nodes, at, rule->result);
        push(h, bml_nodes_rank_(nodes, rules, at), at);
        if (nodes[at].before != BML_NONE_)
            push(h, bml_nodes_rank_(nodes, rules, nodes[at].before), nodes[at].before);
    }
}

bml_status bml_merge_heap_(bml_bench_ *bench, uint32_t *ids, size_t *count, const bml_rules_ *rules,
                           size_t size) {
    bml_status status = bml_nodes_make_(bench, ids, size);
    if (!status) /* a key for each pair, and two more for each time that a token goes */
        status = bml_grow_(&bench->entries, &bench->entries_room, 0, 3 * size, sizeof(uint64_t),
                           "a long piece");
    if (status)
        return status;
    heap h = {bench->entries, 0};
    for (uint32_t i = 0; i + 1 < size; i++)
        push(&h, bml_nodes_rank_(bench->nodes, rules, i), i);
    run(&h, bench->nodes, rules);
    *count = bml_nodes_collect_(ids, bench->nodes);
    return BML_OK;
}
