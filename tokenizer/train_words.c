#include "train_internal.h"

#include <stdio.h>

void bml_words_free_(bml_words_ *words) {
    bml_bytes_free(&words->bytes);
    bml_release_(words->words);
    bml_release_(words->slots);
    *words = (bml_words_){0};
}

static inline uint32_t hash_word(const uint8_t *word, size_t size) {
    uint64_t h = size * UINT64_C(0x9E3779B97F4A7C15), part;
    for (; size >= 8; word += 8, size -= 8) {
        memcpy(&part, word, 8);
        h = (h ^ part) * UINT64_C(0xD6E8FEB86659FD93);
        h ^= h >> 32;
    }
    for (part = 0; size; size--)
        part = part << 8 | word[size - 1];
    h = (h ^ part) * UINT64_C(0xD6E8FEB86659FD93);
    return (uint32_t)(h >> 32);
}

static inline size_t slot_of(const bml_words_ *words, uint32_t hash) {
    return (size_t)((uint64_t)hash * words->slot_count >> 32);
}

static inline size_t next_slot(const bml_words_ *words, size_t at) {
    return at + 1 == words->slot_count ? 0 : at + 1;
}

/* Room for one word more, at two slots a word. */
static bml_status grow(bml_words_ *words) {
    void *list = words->words, *slots;
    bml_status status =
        bml_grow_(&list, &words->room, words->count ? words->count + 1 : 0,
                  words->count ? words->count + 2 : 1024, sizeof *words->words, "distinct words");
    words->words = list;
    if (status || words->slot_count >= words->room * 2)
        return status;
    bml_release_(words->slots);
    words->slots = NULL;
    words->slot_count = 0;
    status = bml_allocate_(&slots, words->room * 2, sizeof *words->slots, "distinct words");
    if (status)
        return status;
    words->slots = slots;
    words->slot_count = words->room * 2;
    memset(slots, 0xFF, words->slot_count * sizeof *words->slots);
    for (size_t i = 0; i < words->count; i++) {
        size_t at = slot_of(words, words->words[i].hash);
        while (words->slots[at] != BML_NONE_)
            at = next_slot(words, at);
        words->slots[at] = (uint32_t)i;
    }
    return BML_OK;
}

static bml_status append(bml_words_ *words, const uint8_t *word, size_t size, uint64_t count,
                         uint32_t hash) {
    if (size >= BML_WORDS_LIMIT_ - words->bytes.size - words->count)
        return bml_fail_(BML_ERROR_SIZE, "found 3 GiB of distinct words or more");
    bml_status status = words->count + 2 > words->room ? grow(words) : BML_OK;
    if (!status)
        status = bml_bytes_add_(&words->bytes, word, size);
    if (status)
        return status;
    size_t at = slot_of(words, hash);
    while (words->slots[at] != BML_NONE_)
        at = next_slot(words, at);
    words->slots[at] = (uint32_t)words->count;
    uint32_t end = (uint32_t)words->bytes.size;
    words->words[words->count++] = (bml_word_){count, end - (uint32_t)size, hash};
    words->words[words->count] = (bml_word_){0, end, 0};
    return BML_OK;
}

bml_status bml_words_add_(bml_words_ *words, const uint8_t *word, size_t size, uint64_t count,
                          uint32_t hash) {
    if (words->slot_count)
        for (size_t at = slot_of(words, hash); words->slots[at] != BML_NONE_;
             at = next_slot(words, at)) {
            bml_word_ *known = &words->words[words->slots[at]];
            if (known->hash == hash && known[1].start - known->start == size &&
                memcmp(words->bytes.data + known->start, word, size) == 0) {
                known->count += count;
                return BML_OK;
            }
        }
    return append(words, word, size, count, hash);
}

static bml_status count_text(bml_words_ *words, const uint8_t *text, size_t size,
                             bml_split_ *split) {
    enum { PIECES = 512 };
    size_t ends[PIECES];
    while (size) {
        size_t count = split(ends, PIECES, text, size), start = 0;
        for (size_t i = 0; i < count; start = ends[i++]) {
            size_t length = ends[i] - start;
            if (length < 2)
                continue;
            bml_status status =
                bml_words_add_(words, text + start, length, 1, hash_word(text + start, length));
            if (status)
                return status;
        }
        text += start;
        size -= start;
    }
    return BML_OK;
}

/* Each part is a range of bytes of all texts, counted into a table of its own. */
typedef struct part {
    bml_words_ *words, own;
    bml_status status;
    char text[200]; /* of the error */
} part;

typedef struct counting {
    part *parts;
    size_t part_count, bytes;
    const bml_text *texts;
    size_t count;
    bml_pattern pattern;
    bml_split_ *split;
} counting;

static bool is_letter_or_digit(unsigned c) {
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

/* The first place at or after `at` > 0 where a text can be cut and its two parts have its pieces:
 * after a letter or digit and before a space or newline every pattern ends a piece. */
static size_t cut_after(const counting *c, const bml_text *text, size_t at) {
    const uint8_t *p = text->data;
    if (c->pattern == BML_PATTERN_NONE)
        return text->size;
    while (at < text->size && !(is_letter_or_digit(p[at - 1]) && (p[at] == ' ' || p[at] == '\n')))
        at++;
    return at;
}

static void count_part(counting *c, size_t number) {
    part *p = &c->parts[number];
    size_t first = c->bytes / c->part_count * number, before = 0;
    size_t last = number + 1 == c->part_count ? c->bytes : first + c->bytes / c->part_count;
    for (size_t i = 0; i < c->count && before < last && !p->status; before += c->texts[i++].size) {
        const bml_text *text = &c->texts[i];
        if (before + text->size <= first)
            continue;
        size_t start = first > before ? cut_after(c, text, first - before) : 0;
        size_t end = last - before < text->size ? cut_after(c, text, last - before) : text->size;
        if (start < end)
            p->status =
                count_text(p->words, (const uint8_t *)text->data + start, end - start, c->split);
    }
    if (p->status)
        snprintf(p->text, sizeof p->text, "%s", bml_error_text());
}

static void count_parts(void *context, size_t first, size_t last) {
    for (size_t i = first; i < last; i++)
        count_part(context, i);
}

/* The words of later parts come after those of earlier ones, which are as they would be without
 * the later ones: the order in which the texts have them, however many parts there are. */
static bml_status gather(counting *c) {
    bml_words_ *words = c->parts[0].words;
    bml_status status = BML_OK;
    for (size_t i = 0; i < c->part_count && !status; i++) {
        part *p = &c->parts[i];
        if (p->status)
            return bml_fail_(p->status, "%s", p->text);
        for (size_t k = 0; i && k < p->own.count && !status; k++) {
            const bml_word_ *word = &p->own.words[k];
            status = bml_words_add_(words, p->own.bytes.data + word->start,
                                    word[1].start - word->start, word->count, word->hash);
        }
        bml_words_free_(&p->own);
    }
    return status;
}

bml_status bml_words_count_(bml_words_ *words, const bml_text *texts, size_t count,
                            bml_pattern pattern, bml_split_ *split) {
    enum { PART = 65536 }; /* bytes that are worth a thread */
    counting c = {NULL, 1, 0, texts, count, pattern, split};
    for (size_t i = 0; i < count; i++) {
        if (texts[i].size > PTRDIFF_MAX - c.bytes)
            return bml_fail_(BML_ERROR_SIZE,
                             "text %zu of %zu: found %zu bytes after %zu, over what "
                             "can be addressed",
                             i, count, texts[i].size, c.bytes);
        c.bytes += texts[i].size;
    }
    if (bml_threads() > 1 && c.bytes / PART > 1)
        c.part_count = c.bytes / PART < bml_threads() ? c.bytes / PART : bml_threads();
    void *parts;
    bml_status status = bml_allocate_(&parts, c.part_count, sizeof *c.parts, "counting words");
    if (status)
        return status;
    c.parts = memset(parts, 0, c.part_count * sizeof *c.parts);
    for (size_t i = 0; i < c.part_count; i++)
        c.parts[i].words = i ? &c.parts[i].own : words;
    bml_parallel_(c.part_count, 1, 1, count_parts, &c);
    status = gather(&c);
    for (size_t i = 0; i < c.part_count; i++)
        bml_words_free_(&c.parts[i].own);
    bml_release_(parts);
    return status;
}
