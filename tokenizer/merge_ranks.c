/* The rules applied to a long piece where each joins only what rules of lower rank made, as in any
 * table that was trained. While a rank is applied no lower one can come up, so all places of one
 * rank are done together, and in any order but within a run of equal tokens. Ranks that have places
 * are bits in a tree of words, 64 children a node: the lowest is a few steps away, and a million
 * equal characters cost as much for each as a few. */
#include "merge_internal.h"

typedef struct entry {
    uint32_t at, next; /* of the list of its rank, or of free entries */
} entry;

enum { LEVELS = 4 }; /* 64^4 is over BML_RANK_LIMIT_ */

typedef struct work {
    const bml_rules_ *rules;
    bml_node_ *nodes;
    entry *entries;
    uint32_t used, unused; /* entries so far; list of free ones */
    uint32_t *heads;
    uint64_t *level[LEVELS]; /* the leaves first */
} work;

static size_t words_of_level(size_t ranks, int level) {
    for (int i = 0; i <= level; i++)
        ranks = (ranks + 63) / 64;
    return ranks ? ranks : 1;
}

/* The tables that are all empty between pieces are made once for a table of rules. */
static bml_status make_empty(bml_bench_ *bench, size_t ranks) {
    size_t words = 0;
    for (int i = 0; i < LEVELS; i++)
        words += words_of_level(ranks, i);
    void *heads = bench->heads, *bits = bench->ranks;
    bool fresh = !heads || !bits;
    bml_status status =
        bml_grow_(&heads, &bench->heads_room, 0, ranks, sizeof *bench->heads, "a long piece");
    bench->heads = heads;
    if (!status)
        status =
            bml_grow_(&bits, &bench->ranks_room, 0, words, sizeof *bench->ranks, "a long piece");
    bench->ranks = bits;
    if (!status && fresh) {
        memset(heads, 0xFF, ranks * sizeof *bench->heads);
        memset(bits, 0, words * sizeof *bench->ranks);
    }
    return status;
}

static void add(work *w, uint32_t at, uint32_t rank) {
    if (rank == BML_NONE_)
        return;
    uint32_t e = w->unused;
    if (e == BML_NONE_)
        e = w->used++;
    else
        w->unused = w->entries[e].next;
    w->entries[e] = (entry){at, w->heads[rank]};
    bool first = w->heads[rank] == BML_NONE_;
    w->heads[rank] = e;
    for (int i = 0; first && i < LEVELS; i++, rank /= 64) {
        uint64_t *bits = &w->level[i][rank / 64];
        first = !*bits;
        *bits |= UINT64_C(1) << rank % 64;
    }
}

/* Takes the lowest rank that has places out of the tree, or BML_NONE_. */
static uint32_t take_lowest(work *w) {
    uint64_t word = w->level[LEVELS - 1][0];
    if (!word)
        return BML_NONE_;
    uint32_t at = (uint32_t)__builtin_ctzll(word);
    for (int i = LEVELS - 2; i >= 0; i--)
        at = at * 64 + (uint32_t)__builtin_ctzll(w->level[i][at]);
    uint32_t rank = at;
    for (int i = 0; i < LEVELS; i++, at /= 64) {
        uint64_t *bits = &w->level[i][at / 64];
        *bits &= *bits - 1; /* the lowest of them all is the lowest of its word */
        if (*bits)
            break;
    }
    return rank;
}

static bool is_pair(const work *w, uint32_t at, const bml_rule_ *rule) {
    uint32_t after = w->nodes[at].after;
    return w->nodes[at].id == rule->left && after != BML_NONE_ && w->nodes[after].id == rule->right;
}

static uint32_t join(work *w, uint32_t at, const bml_rule_ *rule) {
    bml_nodes_join_(w->nodes, at, rule->result);
    uint32_t before = w->nodes[at].before;
    if (before != BML_NONE_)
        add(w, before, bml_nodes_rank_(w->nodes, w->rules, before));
    add(w, at, bml_nodes_rank_(w->nodes, w->rules, at));
    return w->nodes[at].after;
}

/* In a run of equal tokens the pairs overlap, and count from the left. */
static void join_run(work *w, uint32_t at, const bml_rule_ *rule) {
    while (w->nodes[at].before != BML_NONE_ && w->nodes[w->nodes[at].before].id == rule->left)
        at = w->nodes[at].before;
    while (at != BML_NONE_ && is_pair(w, at, rule))
        at = join(w, at, rule);
}

static void apply(work *w, uint32_t rank) {
    const bml_rule_ *rule = &w->rules->rules[rank];
    uint32_t e = w->heads[rank];
    w->heads[rank] = BML_NONE_;
    while (e != BML_NONE_) {
        uint32_t at = w->entries[e].at, next = w->entries[e].next;
        w->entries[e].next = w->unused;
        w->unused = e;
        if (is_pair(w, at, rule)) {
            if (rule->left == rule->right)
                join_run(w, at, rule);
            else
                join(w, at, rule);
        }
        e = next;
    }
}

bml_status bml_merge_ranks_(bml_bench_ *bench, uint32_t *ids, size_t *count,
                            const bml_rules_ *rules, size_t size) {
    bml_status status = bml_nodes_make_(bench, ids, size);
    if (!status) /* one for each pair, and two more for each time that a token goes */
        status = bml_grow_(&bench->entries, &bench->entries_room, 0, 3 * size, sizeof(entry),
                           "a long piece");
    if (!status)
        status = make_empty(bench, rules->limit);
    if (status)
        return status;
    work w = {rules, bench->nodes, bench->entries, 0, BML_NONE_, bench->heads, {bench->ranks}};
    for (int i = 1; i < LEVELS; i++)
        w.level[i] = w.level[i - 1] + words_of_level(rules->limit, i - 1);
    for (uint32_t i = (uint32_t)size - 1; i-- > 0;) /* the lists then go from left to right */
        add(&w, i, bml_nodes_rank_(w.nodes, rules, i));
    for (uint32_t rank; (rank = take_lowest(&w)) != BML_NONE_;)
        apply(&w, rank);
    *count = bml_nodes_collect_(ids, w.nodes);
    return BML_OK;
}
