#include "unicode_internal.h"

#include "utf8_internal.h"

enum { SPACE = 1 << BML_CLASS_SPACE_, OTHER = 1 << BML_CLASS_OTHER_ };

#define OTHERS_8 OTHER, OTHER, OTHER, OTHER, OTHER, OTHER, OTHER, OTHER
#define UPPERS_8 \
    BML_UPPER_, BML_UPPER_, BML_UPPER_, BML_UPPER_, BML_UPPER_, BML_UPPER_, BML_UPPER_, BML_UPPER_
#define LOWERS_8 \
    BML_LOWER_, BML_LOWER_, BML_LOWER_, BML_LOWER_, BML_LOWER_, BML_LOWER_, BML_LOWER_, BML_LOWER_
#define NUMBERS_5 BML_NUMBERS_, BML_NUMBERS_, BML_NUMBERS_, BML_NUMBERS_, BML_NUMBERS_

const uint8_t bml_ascii_sets_[128] = {
    OTHERS_8,   OTHER,      SPACE,    BML_NEWLINES_, SPACE,      SPACE,     BML_NEWLINES_, OTHER,
    OTHER,      OTHERS_8,   OTHERS_8, SPACE,         OTHER,      OTHER,     OTHER,         OTHER,
    OTHER,      OTHER,      OTHER,    OTHERS_8,      NUMBERS_5,  NUMBERS_5, OTHER,         OTHER,
    OTHER,      OTHER,      OTHER,    OTHER,         OTHER,      UPPERS_8,  UPPERS_8,      UPPERS_8,
    BML_UPPER_, BML_UPPER_, OTHER,    OTHER,         OTHER,      OTHER,     OTHER,         OTHER,
    LOWERS_8,   LOWERS_8,   LOWERS_8, BML_LOWER_,    BML_LOWER_, OTHER,     OTHER,         OTHER,
    OTHER,      OTHER,
};

bml_char_ bml_char_long_(const uint8_t *p, const uint8_t *end) {
    size_t size = bml_utf8_size_(p, (size_t)(end - p), NULL);
    if (!size)
        return (bml_char_){OTHER, 1};
    uint32_t c = size == 2   ? (p[0] & 0x1Fu) << 6 | (p[1] & 0x3Fu)
                 : size == 3 ? (p[0] & 0xFu) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu)
                             : (p[0] & 7u) << 18 | (p[1] & 0x3Fu) << 12 | (p[2] & 0x3Fu) << 6 |
                                   (p[3] & 0x3Fu);
    uint32_t last = (bml_unicode_places_ << BML_UNICODE_SHIFT_) - 1; /* as all after it */
    return (bml_char_){bml_set_of_(c < last ? c : last), (unsigned)size};
}
