#include "train_internal.h"

static bml_status take_steps(bml_learned_ *learned, bml_joiner_ *joiner, size_t tokens,
                             const bml_train_options *options) {
    while (256 + learned->count < tokens) {
        uint32_t best = bml_pairs_best_(joiner->pairs);
        if (best == BML_NONE_)
            break;
        const bml_pair_ *pair = &joiner->pairs->pairs[best];
        learned->pairs[learned->count++] = (uint64_t)pair->left << 32 | pair->right;
        bml_status status = bml_join_(joiner, best, (uint32_t)(255 + learned->count));
        if (status)
            return status;
        if (options->progress && !options->progress(options->context, 256 + learned->count,
                                                    options->vocabulary - options->special_count))
            break;
    }
    return BML_OK;
}

static bml_status learn(bml_learned_ *learned, bml_cells_ *cells, size_t tokens,
                        const bml_train_options *options) {
    bml_pairs_ pairs;
    bml_joiner_ joiner;
    void *list;
    bml_status status = bml_allocate_(&list, tokens - 256, sizeof *learned->pairs, "rules");
    if (status)
        return status;
    learned->pairs = list;
    status = bml_pairs_make_(&pairs, cells, options->min_frequency ? options->min_frequency : 2);
    if (status)
        return status;
    status = bml_joiner_make_(&joiner, cells, &pairs, tokens);
    if (!status) {
        status = take_steps(learned, &joiner, tokens, options);
        bml_joiner_free_(&joiner);
    }
    bml_pairs_free_(&pairs);
    return status;
}

/* There cannot be more tokens learned than there are cells, and nothing larger is allocated. */
bml_status bml_learn_(bml_learned_ *learned, bml_words_ *words, size_t tokens,
                      const bml_train_options *options) {
    *learned = (bml_learned_){NULL, 0};
    if (words->count == 0 || tokens == 256)
        return BML_OK;
    if (tokens - 256 > words->bytes.size)
        tokens = 256 + words->bytes.size;
    bml_cells_ cells;
    bml_status status = bml_cells_make_(&cells, words, tokens);
    if (status)
        return status;
    status = learn(learned, &cells, tokens, options);
    bml_cells_free_(&cells);
    return status;
}
