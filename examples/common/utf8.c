#include "utf8.h"

static bool continues(unsigned char byte) {
    return (byte & 0xc0) == 0x80;
}

/* Table 3-7 of the Unicode standard. */
size_t utf8_character(const unsigned char *bytes, size_t size) {
    unsigned char first = bytes[0];
    if (first < 0x80)
        return 1;
    if (first < 0xc2 || first > 0xf4)
        return 0;
    size_t length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (size < length)
        return 0;
    unsigned char least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    unsigned char most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (bytes[1] < least || bytes[1] > most)
        return 0;
    for (size_t i = 2; i < length; i++)
        if (!continues(bytes[i]))
            return 0;
    return length;
}

bool utf8_whole(const unsigned char *bytes, size_t size) {
    for (size_t i = 0, length; i < size; i += length)
        if (!(length = utf8_character(bytes + i, size - i)))
            return false;
    return true;
}
