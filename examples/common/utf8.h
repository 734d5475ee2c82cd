/* Which bytes are characters. */
#ifndef TOKENIZER_UTF8_H
#define TOKENIZER_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* How many bytes the well-formed UTF-8 character at `bytes` has, 0 if there is none. size >= 1. */
size_t utf8_character(const unsigned char *bytes, size_t size);
/* Whether all of it is UTF-8. */
bool utf8_whole(const unsigned char *bytes, size_t size);

#endif
