/* A long piece while its tokens are joined: a list of tokens linked both ways. */
#ifndef BML_MERGE_INTERNAL_H
#define BML_MERGE_INTERNAL_H

#include "tokenizer_internal.h"

/* At the place of a token's first byte; id is BML_NONE_ where no token starts any more. */
typedef struct bml_node_ {
    uint32_t id, before, after; /* BML_NONE_ at the ends */
} bml_node_;

BML_MUST_USE bml_status bml_nodes_make_(bml_bench_ *bench, const uint32_t *ids, size_t size);
/* The tokens that are left, in order; returns how many. */
size_t bml_nodes_collect_(uint32_t *ids, const bml_node_ *nodes);

/* The rank of the rule for the token at `at` and the next. */
static inline uint32_t bml_nodes_rank_(const bml_node_ *nodes, const bml_rules_ *rules,
                                       uint32_t at) {
    uint32_t after = nodes[at].after;
    return after == BML_NONE_ ? BML_NONE_ : bml_rules_find_(rules, nodes[at].id, nodes[after].id);
}

/* Joins the token at `at` and the next, of which there must be one. */
static inline void bml_nodes_join_(bml_node_ *nodes, uint32_t at, uint32_t result) {
    uint32_t gone = nodes[at].after, after = nodes[gone].after;
    nodes[at].id = result;
    nodes[at].after = after;
    nodes[gone].id = BML_NONE_;
    if (after != BML_NONE_)
        nodes[after].before = at;
}

#endif
