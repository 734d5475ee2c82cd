/* One scanner for each pattern, a character at a time. The expressions are those of tiktoken
 * (tiktoken_ext/openai_public.py), and of Llama 3's tokenizer.json. */
#include "split_internal.h"

enum { WORD_PREFIX = ~(BML_LETTERS_ | BML_NUMBERS_ | BML_NEWLINES_) }; /* [^\r\n\p{L}\p{N}] */

bml_white_ bml_white_at_(const uint8_t *p, const uint8_t *end) {
    bml_white_ white = {p, p, p};
    while (white.end < end) {
        bml_char_ c = bml_char_at_(white.end, end);
        if (!(c.set & BML_SPACES_))
            break;
        white.last = white.end;
        white.end += c.size;
        if (c.set & BML_NEWLINES_)
            white.after_newline = white.end;
    }
    return white;
}

size_t bml_contraction_(const uint8_t *p, const uint8_t *end, int fold) {
    size_t size = (size_t)(end - p);
    if (size < 2 || *p != '\'')
        return 0;
    if (fold && size >= 3 && p[1] == 0xC5 && p[2] == 0xBF)
        return 3;
    unsigned mask = fold ? 0x20 : 0, a = p[1] | mask, b = size < 3 ? 0 : p[2] | mask;
    if (a == 's' || a == 't' || a == 'm' || a == 'd')
        return 2;
    return ((a == 'r' || a == 'v') && b == 'e') || (a == 'l' && b == 'l') ? 3 : 0;
}

/* \s+(?!\S)|\s+ : all but the last, unless the text ends there or there is one. */
static const uint8_t *blanks(bml_white_ white, const uint8_t *p, const uint8_t *end) {
    return white.end == end || white.last == p ? white.end : white.last;
}

const uint8_t *bml_next_gpt2_(const uint8_t *p, const uint8_t *end) {
    size_t contraction = bml_contraction_(p, end, 0);
    if (contraction)
        return p + contraction;
    const uint8_t *q = p + (*p == ' ');
    if (q < end) {
        unsigned set = bml_char_at_(q, end).set;
        if (!(set & BML_SPACES_))
            return bml_run_of_(q, end,
                               set & BML_LETTERS_   ? BML_LETTERS_
                               : set & BML_NUMBERS_ ? BML_NUMBERS_
                                                    : BML_OTHERS_);
    }
    return blanks(bml_white_at_(p, end), p, end);
}

/* \p{N}{1,3} */
static const uint8_t *digits(const uint8_t *p, const uint8_t *end) {
    for (int i = 0; i < 3 && p < end; i++) {
        bml_char_ c = bml_char_at_(p, end);
        if (!(c.set & BML_NUMBERS_))
            break;
        p += c.size;
    }
    return p;
}

/* What is not white space in cl100k's pattern; NULL if there is no such piece. */
static const uint8_t *visible_cl100k(const uint8_t *p, const uint8_t *end) {
    size_t contraction = bml_contraction_(p, end, 1);
    if (contraction)
        return p + contraction;
    bml_char_ c = bml_char_at_(p, end);
    const uint8_t *q = p + (c.set & (unsigned)WORD_PREFIX ? c.size : 0);
    if (q < end && bml_char_at_(q, end).set & BML_LETTERS_)
        return bml_run_of_(q, end, BML_LETTERS_);
    if (c.set & BML_NUMBERS_)
        return digits(p, end);
    q = p + (*p == ' ');
    if (q < end && bml_char_at_(q, end).set & BML_OTHERS_)
        return bml_run_of_(bml_run_of_(q, end, BML_OTHERS_), end, BML_NEWLINES_);
    return NULL;
}

/* \s*[\r\n]+|\s+(?!\S)|\s+ */
static const uint8_t *lines(bml_white_ white, const uint8_t *p, const uint8_t *end) {
    return white.after_newline > p ? white.after_newline : blanks(white, p, end);
}

const uint8_t *bml_next_cl100k_(const uint8_t *p, const uint8_t *end) {
    const uint8_t *visible = visible_cl100k(p, end);
    if (visible)
        return visible;
    bml_white_ white = bml_white_at_(p, end);
    return white.end == end ? end : lines(white, p, end); /* \s++$ comes first */
}

const uint8_t *bml_next_llama3_(const uint8_t *p, const uint8_t *end) {
    const uint8_t *visible = visible_cl100k(p, end);
    return visible ? visible : lines(bml_white_at_(p, end), p, end);
}

/* [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+, which a regular expression finds by
 * going back: without a lower case letter after the first run, the word ends with the last
 * character of it that is caseless. NULL if none is. */
static const uint8_t *cased_word(const uint8_t *p, const uint8_t *end) {
    const uint8_t *caseless = NULL;
    while (p < end) {
        bml_char_ c = bml_char_at_(p, end);
        if (c.set & BML_LOWER_)
            return bml_run_of_(p, end, BML_LOWER_ | BML_CASELESS_);
        if (!(c.set & (BML_UPPER_ | BML_CASELESS_)))
            break;
        p += c.size;
        if (c.set & BML_CASELESS_)
            caseless = p;
    }
    return caseless;
}

/* The first two alternatives of o200k's pattern, but for what may follow. */
static const uint8_t *word_o200k(const uint8_t *p, const uint8_t *end) {
    bml_char_ c = bml_char_at_(p, end);
    const uint8_t *q = p + (c.set & (unsigned)WORD_PREFIX ? c.size : 0), *word = cased_word(q, end);
    if (!word && q > p && c.set & BML_CASELESS_) /* a mark is a prefix, or the word itself */
        word = cased_word(p, end);
    if (word)
        return word;
    word = bml_run_of_(q, end, BML_UPPER_);
    return word > q ? word : NULL;
}

const uint8_t *bml_next_o200k_(const uint8_t *p, const uint8_t *end) {
    const uint8_t *q = word_o200k(p, end);
    if (q)
        return q < end ? q + bml_contraction_(q, end, 1) : q;
    if (bml_char_at_(p, end).set & BML_NUMBERS_)
        return digits(p, end);
    q = p + (*p == ' ');
    if (q < end && bml_char_at_(q, end).set & BML_OTHERS_) {
        q = bml_run_of_(q, end, BML_OTHERS_);
        while (q < end && (*q == '\r' || *q == '\n' || *q == '/'))
            q++;
        return q;
    }
    return lines(bml_white_at_(p, end), p, end);
}

const uint8_t *bml_next_none_(const uint8_t *p, const uint8_t *end) {
    (void)p;
    return end;
}
