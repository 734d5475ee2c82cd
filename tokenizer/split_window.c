/* The splitters of whole texts. Where a piece starts is a matter of the characters around it, so in
 * ASCII text the starts of 64 bytes are computed at once, as bits. A window begins where a piece
 * does, hence it needs no state from what came before; what it cannot decide (the piece that its
 * end cuts, white space that may go on) is left to the next. All else is bml_next_*_. */
#include "split_internal.h"
#include "window_internal.h"

#include <string.h>

/* The starts in a window that can be relied on, but for its first byte; 0 if there is none. */
typedef uint64_t window_starts(const uint8_t *p);

/* Runs that start after `seed`, which holds the first bit of some runs of `set`: all their bits. */
static inline uint64_t runs_from(uint64_t set, uint64_t seed) {
    return set & ~(set + seed);
}

static inline uint64_t run_starts(uint64_t set) {
    return set & ~(set << 1);
}

/* White space at the window's end may go on: of that, only where it starts is known. */
static inline uint64_t known_starts(const bml_window_ *w) {
    uint64_t visible = bml_below_(w->size) & ~w->white;
    return visible ? bml_below_(bml_highest_(visible) + 2) & ~UINT64_C(1) : 0;
}

/* For each apostrophe at which a piece starts: the letters that belong to it. */
static inline uint64_t contractions_first(uint64_t starts, uint64_t *known, uint64_t candidates,
                                          const uint8_t *p, const bml_window_ *w, int fold) {
    for (; candidates; candidates &= candidates - 1) {
        unsigned at = bml_lowest_(candidates);
        if (at + 4 > w->size) {
            *known &= bml_below_(at + 1);
            break;
        }
        size_t size = bml_contraction_(p + at, p + w->size, fold);
        if (size)
            starts = (starts & ~(UINT64_C(2) << at)) | UINT64_C(1) << (at + size);
    }
    return starts;
}

static inline uint64_t window_gpt2(const uint8_t *p) {
    bml_window_ w = bml_window_at_(p);
    uint64_t others = bml_window_others_(&w), known = known_starts(&w);
    uint64_t visible = run_starts(w.upper | w.lower) | run_starts(w.number) | run_starts(others);
    uint64_t white = run_starts(w.white) | (w.white & ~(w.white >> 1)); /* first and last */
    uint64_t starts = (visible & ~(w.space << 1)) | white;
    uint64_t apostrophes = w.apostrophe & run_starts(others) & ~(w.space << 1);
    starts = contractions_first(starts, &known, apostrophes, p, &w, 0);
    return starts & known;
}

/* \p{N}{1,3}: every third of a run. */
static inline uint64_t number_starts(uint64_t number) {
    uint64_t starts = run_starts(number), next = starts;
    uint64_t inside = number & number << 1 & number << 2;
    while ((next = next << 3 & inside))
        starts |= next;
    return starts;
}

/* \s*[\r\n]+|\s+(?!\S)|\s+ in runs of `white` with the newlines `newline`: a run starts, what comes
 * after its last newline does, and its last character unless that is a newline. */
static inline uint64_t line_starts(uint64_t white, uint64_t newline) {
    uint64_t blank = white & ~newline, indented = newline << 1 & blank;
    uint64_t more = (blank + indented) & ~blank & newline; /* newlines after such blanks */
    for (; more; more &= more - 1) {
        uint64_t before = ~blank & bml_below_(bml_lowest_(more));
        indented &= ~(UINT64_C(1) << (bml_highest_(before) + 1));
    }
    return run_starts(white) | indented | (blank & ~(white >> 1));
}

static inline uint64_t window_cl100k(const uint8_t *p) {
    bml_window_ w = bml_window_at_(p);
    uint64_t others = bml_window_others_(&w), known = known_starts(&w);
    uint64_t newline = w.newline & ~runs_from(w.newline, w.newline & others << 1);
    uint64_t white = (w.white & ~w.newline) | newline, blank = white & ~newline;
    uint64_t other_starts = run_starts(others) & ~(w.space << 1);
    uint64_t letter_starts = run_starts(w.upper | w.lower) & ~((blank | other_starts) << 1);
    uint64_t starts =
        other_starts | letter_starts | number_starts(w.number) | line_starts(white, newline);
    starts = contractions_first(starts, &known, w.apostrophe & other_starts, p, &w, 1);
    return starts & known;
}

/* For each apostrophe after a word: what belongs to the word. That of a contraction's end is not
 * one of those. */
static inline uint64_t contractions_last(uint64_t starts, uint64_t *known, uint64_t candidates,
                                         const uint8_t *p, const bml_window_ *w) {
    unsigned after = 0;
    for (; candidates; candidates &= candidates - 1) {
        unsigned at = bml_lowest_(candidates);
        if (at + 4 > w->size) {
            *known &= bml_below_(at);
            break;
        }
        size_t size = at == after ? 0 : bml_contraction_(p + at, p + w->size, 1);
        if (size) {
            after = at + (unsigned)size;
            starts &= bml_below_(at) | ~bml_below_(after);
            starts |= UINT64_C(1) << after;
        }
    }
    return starts;
}

static inline uint64_t window_o200k(const uint8_t *p) {
    bml_window_ w = bml_window_at_(p);
    uint64_t others = bml_window_others_(&w), known = known_starts(&w);
    uint64_t taken = runs_from(w.newline, w.newline & others << 1); /* [\r\n/]* after others */
    uint64_t newline = w.newline & ~taken, letters = w.upper | w.lower;
    others &= ~runs_from(w.slash, w.slash & taken << 1);
    uint64_t white = (w.white & ~w.newline) | newline, blank = white & ~newline;
    uint64_t other_starts = run_starts(others) & ~(w.space << 1);
    uint64_t letter_starts = run_starts(letters) & ~((blank | other_starts) << 1);
    uint64_t starts = other_starts | letter_starts | (w.upper & w.lower << 1) |
                      number_starts(w.number) | line_starts(white, newline);
    starts = contractions_last(starts, &known, w.apostrophe & letters << 1, p, &w);
    return starts & known;
}

static inline int ascii_8(const uint8_t *p) {
    uint64_t bytes;
    memcpy(&bytes, p, sizeof bytes);
    return !(bytes & UINT64_C(0x8080808080808080));
}

__attribute__((always_inline)) static inline size_t split(size_t *ends, size_t room,
                                                          const uint8_t *text, size_t size,
                                                          bml_next_piece_ *next,
                                                          window_starts *window) {
    const uint8_t *p = text, *end = text + size;
    size_t count = 0;
    while (p < end && count + BML_SPLIT_ROOM_ <= room) {
        if (end - p >= BML_WINDOW_ && ascii_8(p)) {
            uint64_t starts = window(p);
            if (starts) {
                size_t base = (size_t)(p - text);
                for (; starts; starts &= starts - 1)
                    ends[count++] = base + bml_lowest_(starts);
                p = text + ends[count - 1];
                continue;
            }
        }
        p = next(p, end);
        ends[count++] = (size_t)(p - text);
    }
    return count;
}

size_t bml_split_gpt2_(size_t *ends, size_t room, const uint8_t *text, size_t size) {
    return split(ends, room, text, size, bml_next_gpt2_, window_gpt2);
}

size_t bml_split_cl100k_(size_t *ends, size_t room, const uint8_t *text, size_t size) {
    return split(ends, room, text, size, bml_next_cl100k_, window_cl100k);
}

size_t bml_split_llama3_(size_t *ends, size_t room, const uint8_t *text, size_t size) {
    return split(ends, room, text, size, bml_next_llama3_, window_cl100k);
}

size_t bml_split_o200k_(size_t *ends, size_t room, const uint8_t *text, size_t size) {
    return split(ends, room, text, size, bml_next_o200k_, window_o200k);
}

size_t bml_split_none_(size_t *ends, size_t room, const uint8_t *text, size_t size) {
    (void)room, (void)text;
    ends[0] = size;
    return 1;
}
