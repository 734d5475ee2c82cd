#include "pgm.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "network.h"
#include "program.h"

/* The next character that is neither white space nor in a comment. */
static int next_mark(FILE *file) {
    int c = getc(file);
    while (isspace(c) || c == '#') {
        if (c == '#')
            while (c != '\n' && c != EOF)
                c = getc(file);
        else
            c = getc(file);
    }
    return c;
}

/* A number below 2^20, and the one character after it. */
static bool read_number(FILE *file, const char *path, const char *what, unsigned *value) {
    int c = next_mark(file);
    *value = 0;
    if (!isdigit(c))
        return fail("%s: at byte %ld: found no number, expected %s", path, ftell(file) - (c != EOF),
                    what);
    for (; isdigit(c); c = getc(file)) {
        *value = *value * 10 + (unsigned)(c - '0');
        if (*value >= 1u << 20)
            return fail("%s: at byte %ld: found a number that is too large for %s", path,
                        ftell(file) - 1, what);
    }
    return true;
}

static bool read_binary(FILE *file, const char *path, unsigned most, unsigned *value) {
    int high = most > 255 ? getc(file) : 0, low = getc(file);
    *value = (unsigned)(high << 8 | (low & 255));
    return (high != EOF && low != EOF) ||
           fail("%s: at byte %ld: found the end, expected more pixels", path, ftell(file));
}

static bool read_pixels(float *pixels, FILE *file, const char *path, bool plain, unsigned most) {
    for (int i = 0; i < PIXELS; i++) {
        unsigned value;
        if (!(plain ? read_number(file, path, "a pixel", &value)
                    : read_binary(file, path, most, &value)))
            return false;
        if (value > most)
            return fail("%s: pixel %d: found %u, expected at most %u", path, i, value, most);
        pixels[i] = (float)value / (float)most;
    }
    return true;
}

static bool read_picture(float *pixels, FILE *file, const char *path) {
    unsigned width, height, most;
    int p = getc(file), kind = getc(file);
    if (p != 'P' || (kind != '5' && kind != '2'))
        return fail("%s: at byte 0: found no PGM, expected P5 or P2", path);
    if (!read_number(file, path, "a width", &width) ||
        !read_number(file, path, "a height", &height))
        return false;
    if (width != SIDE || height != SIDE)
        return fail("%s: found %u x %u pixels, expected %d x %d", path, width, height, SIDE, SIDE);
    if (!read_number(file, path, "the greatest grey", &most))
        return false;
    if (most < 1 || most > 65535)
        return fail("%s: found a greatest grey of %u, expected 1 to 65535", path, most);
    return read_pixels(pixels, file, path, kind == '2', most);
}

bool pgm_read(float *pixels, const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return fail("%s: %s", path, strerror(errno));
    bool read = read_picture(pixels, file, path);
    if (!read && ferror(file))
        fail("%s: %s", path, strerror(errno));
    fclose(file);
    return read;
}
