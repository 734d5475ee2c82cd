/* Pictures inside a page: PNG (RFC 2083) as a data: URL. */
#ifndef MNIST_PICTURE_H
#define MNIST_PICTURE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Writes "data:image/png;base64,..." of `side` x `side` grey pixels, side <= 28. False: no memory.
 */
bool picture_write(FILE *out, const uint8_t *pixels, unsigned side);
/* Text with the characters that HTML gives a meaning escaped. */
void html_write(FILE *out, const char *text);

#endif
