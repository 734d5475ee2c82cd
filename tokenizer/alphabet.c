#include "text_internal.h"

/* The 188 characters of Latin-1 that are printed stand for themselves, U+0100 and on for the other
 * 68 bytes in order. */
enum { FIRST = '!', LAST = '~', FIRST_HIGH = 0xA1, SOFT_HYPHEN = 0xAD, PRINTED = 188 };

static bool is_printed(unsigned byte) {
    return (byte >= FIRST && byte <= LAST) || (byte >= FIRST_HIGH && byte != SOFT_HYPHEN);
}

/* The others are 0 to 32, 127 to 160 and 173. */
enum { OTHERS_LOW = FIRST, OTHERS_HIGH = FIRST_HIGH - LAST - 1 };

static unsigned other_byte(unsigned i) {
    if (i < OTHERS_LOW)
        return i;
    return i < OTHERS_LOW + OTHERS_HIGH ? i - OTHERS_LOW + LAST + 1 : SOFT_HYPHEN;
}

static unsigned point_of(unsigned byte) {
    if (is_printed(byte))
        return byte;
    return 0x100 + (byte < FIRST          ? byte
                    : byte == SOFT_HYPHEN ? OTHERS_LOW + OTHERS_HIGH
                                          : byte - LAST - 1 + OTHERS_LOW);
}

uint8_t bml_alphabet_byte_(unsigned i) {
    enum { LOW = LAST - FIRST + 1, MIDDLE = SOFT_HYPHEN - FIRST_HIGH };
    if (i >= PRINTED)
        return (uint8_t)other_byte(i - PRINTED);
    return (uint8_t)(i < LOW            ? FIRST + i
                     : i < LOW + MIDDLE ? FIRST_HIGH + i - LOW
                                        : SOFT_HYPHEN + 1 + i - LOW - MIDDLE);
}

/* -1 if it is none of the alphabet's. */
static int byte_of(unsigned point) {
    if (point < 0x100)
        return is_printed(point) ? (int)point : -1;
    return point < 0x100 + 256 - PRINTED ? (int)other_byte(point - 0x100) : -1;
}

/* The byte of the character at text, of *width bytes, or -1. */
static int byte_at(const char *text, size_t size, size_t *width) {
    unsigned char c = (unsigned char)text[0], next = size > 1 ? (unsigned char)text[1] : 0;
    *width = c < 0x80 ? 1 : 2;
    if (c < 0x80)
        return byte_of(c);
    return c >= 0xC2 && c <= 0xC5 && next >> 6 == 2 ? byte_of((c & 0x1Fu) << 6 | (next & 0x3Fu))
                                                    : -1;
}

bool bml_alphabet_decode_(char *text, size_t *size) {
    size_t written = 0, width;
    for (size_t i = 0; i < *size; i += width)
        if (byte_at(text + i, *size - i, &width) < 0)
            return false;
    for (size_t i = 0; i < *size; i += width)
        text[written++] = (char)byte_at(text + i, *size - i, &width);
    *size = written;
    return true;
}

bml_status bml_alphabet_add_(bml_bytes *out, const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        unsigned point = point_of(bytes[i]);
        uint8_t text[2] = {(uint8_t)(0xC0 | point >> 6), (uint8_t)(0x80 | (point & 0x3F))};
        bml_status status = point < 0x80 ? bml_bytes_add_(out, &bytes[i], 1)
                                         : bml_bytes_add_(out, text, sizeof text);
        if (status)
            return status;
    }
    return BML_OK;
}
