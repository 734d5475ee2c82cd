#include "train_internal.h"

#include "text_internal.h"

/* The words' cells, an empty one before each and after the last, and which word each block has. */
static void fill(bml_cells_ *cells, const uint8_t *bytes, size_t count) {
    uint32_t id_of[256], at = 0, block = 0;
    for (uint32_t id = 0; id < 256; id++) {
        id_of[bml_alphabet_byte_(id)] = id;
        cells->sizes[id] = 1;
    }
    for (size_t i = 0; i < count; i++) {
        bml_word_ *word = &cells->words[i];
        uint32_t size = word[1].start - word->start;
        cells->ids[at++] = BML_NONE_;
        word->start = at;
        for (; size; size--)
            cells->ids[at++] = id_of[*bytes++];
        for (; block * BML_CELL_BLOCK_ < at; block++)
            cells->blocks[block] = (uint32_t)i;
    }
    cells->ids[at] = BML_NONE_;
    cells->words[count].start = UINT32_MAX;
}

/* The words without the room they had to grow. */
static bml_status take_words(bml_cells_ *cells, bml_words_ *words) {
    void *list;
    bml_release_(words->slots);
    words->slots = NULL;
    bml_status status =
        bml_allocate_(&list, words->count + 1, sizeof *words->words, "words to train on");
    if (!status)
        cells->words = memcpy(list, words->words, (words->count + 1) * sizeof *words->words);
    bml_release_(words->words);
    words->words = NULL;
    return status;
}

bml_status bml_cells_make_(bml_cells_ *cells, bml_words_ *words, size_t limit) {
    *cells = (bml_cells_){0};
    cells->count = words->bytes.size + words->count + 1;
    void *ids = NULL, *blocks = NULL, *sizes = NULL;
    bml_status status = take_words(cells, words);
    if (!status)
        status = bml_allocate_(&ids, cells->count, sizeof *cells->ids, "words to train on");
    if (!status)
        status = bml_allocate_(&blocks, cells->count / BML_CELL_BLOCK_ + 1, sizeof *cells->blocks,
                               "words to train on");
    if (!status)
        status = bml_allocate_(&sizes, limit, sizeof *cells->sizes, "words to train on");
    cells->ids = ids;
    cells->blocks = blocks;
    cells->sizes = sizes;
    if (!status)
        fill(cells, words->bytes.data, words->count);
    else
        bml_cells_free_(cells);
    bml_words_free_(words);
    return status;
}

void bml_cells_free_(bml_cells_ *cells) {
    bml_release_(cells->ids);
    bml_release_(cells->words);
    bml_release_(cells->blocks);
    bml_release_(cells->sizes);
    *cells = (bml_cells_){0};
}
