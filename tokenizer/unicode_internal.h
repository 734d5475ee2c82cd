/* The class of a character, as the splitters' patterns see it: Unicode 16. */
#ifndef BML_UNICODE_INTERNAL_H
#define BML_UNICODE_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

/* In the order of scripts/unicode-table, which makes the tables. */
enum bml_class_ {
    BML_CLASS_OTHER_,  /* also each byte that is not part of well-formed UTF-8 */
    BML_CLASS_LOWER_,  /* Ll */
    BML_CLASS_UPPER_,  /* Lu, Lt */
    BML_CLASS_LETTER_, /* Lm, Lo: both cases at once */
    BML_CLASS_MARK_,
    BML_CLASS_NUMBER_,
    BML_CLASS_SPACE_,   /* \s but for the next */
    BML_CLASS_NEWLINE_, /* \r \n */
};

/* Sets of classes. */
enum {
    BML_LOWER_ = 1 << BML_CLASS_LOWER_,
    BML_UPPER_ = 1 << BML_CLASS_UPPER_,
    BML_CASELESS_ = 1 << BML_CLASS_LETTER_ | 1 << BML_CLASS_MARK_,
    BML_LETTERS_ = BML_LOWER_ | BML_UPPER_ | 1 << BML_CLASS_LETTER_,
    BML_NUMBERS_ = 1 << BML_CLASS_NUMBER_,
    BML_NEWLINES_ = 1 << BML_CLASS_NEWLINE_,
    BML_SPACES_ = 1 << BML_CLASS_SPACE_ | BML_NEWLINES_,
    BML_OTHERS_ = 1 << BML_CLASS_OTHER_ | 1 << BML_CLASS_MARK_, /* [^\s\p{L}\p{N}] */
};

enum { BML_UNICODE_SHIFT_ = 8 };

/* unicode_table.c: index[c >> shift] is the block, of 1 << shift classes, that c is in. */
extern const uint32_t bml_unicode_places_;
extern const uint16_t bml_unicode_index_[];
extern const uint8_t bml_unicode_blocks_[];

/* The set of a code point under 0x10000 or where there are places for it. */
static inline unsigned bml_set_of_(uint32_t c) {
    uint32_t block = bml_unicode_index_[c >> BML_UNICODE_SHIFT_];
    uint32_t at = block << BML_UNICODE_SHIFT_ | (c & ((1u << BML_UNICODE_SHIFT_) - 1));
    return 1u << bml_unicode_blocks_[at];
}

/* One character: the set of its class alone, and its bytes, 1 to 4. */
typedef struct bml_char_ {
    unsigned set, size;
} bml_char_;

/* The character at p < end; a byte that starts no well-formed one is one of class OTHER. */
bml_char_ bml_char_long_(const uint8_t *p, const uint8_t *end);

extern const uint8_t bml_ascii_sets_[128];

/* The usual characters of two and three bytes here, what is left to look at closely there. */
static inline bml_char_ bml_char_at_(const uint8_t *p, const uint8_t *end) {
    uint32_t lead = *p;
    if (lead < 0x80)
        return (bml_char_){bml_ascii_sets_[lead], 1};
    if (end - p >= 3 && p[1] >> 6 == 2) {
        uint32_t c = (lead & 0x1F) << 6 | (p[1] & 0x3Fu);
        if (lead >= 0xC2 && lead < 0xE0)
            return (bml_char_){bml_set_of_(c), 2};
        if (lead > 0xE0 && lead < 0xF0 && lead != 0xED && p[2] >> 6 == 2)
            return (bml_char_){bml_set_of_((c & 0x3FF) << 6 | (p[2] & 0x3Fu)), 3};
    }
    return bml_char_long_(p, end);
}

/* The end of the run of characters of these classes that starts at p. */
static inline const uint8_t *bml_run_of_(const uint8_t *p, const uint8_t *end, unsigned set) {
    while (p < end) {
        bml_char_ c = bml_char_at_(p, end);
        if (!(c.set & set))
            break;
        p += c.size;
    }
    return p;
}

#endif
