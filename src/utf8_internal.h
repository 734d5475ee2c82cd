/* Where the characters of a text end. */
#ifndef BML_UTF8_INTERNAL_H
#define BML_UTF8_INTERNAL_H

#include <stddef.h>

/* Bytes of the well-formed UTF-8 character that starts a text of size >= 1: 1 to 4, or 0 if none
 * does. If it is cut short by the end, *missing is set to how many bytes, and otherwise to 0; it
 * may be NULL. Well-formed is what The Unicode Standard says in table 3-7: overlong forms,
 * surrogates and what is over U+10FFFF show in the second byte. Here, because the tokenizer's
 * splitters ask for every character of some scripts. */
static inline size_t bml_utf8_size_(const void *text, size_t size, size_t *missing) {
    const unsigned char *p = (const unsigned char *)text, lead = *p;
    size_t length = lead < 0x80   ? 1
                    : lead < 0xC2 ? 0
                    : lead < 0xE0 ? 2
                    : lead < 0xF0 ? 3
                    : lead < 0xF5 ? 4
                                  : 0;
    unsigned least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (missing)
        *missing = 0;
    for (size_t i = 1; i < length; i++, least = 0x80, most = 0xBF) {
        if (i == size) {
            if (missing)
                *missing = length - size;
            return 0;
        }
        if (p[i] < least || p[i] > most)
            return 0;
    }
    return length;
}

#endif
