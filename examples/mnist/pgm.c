#include "pgm.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "network.h"
#include "program.h"

typedef struct pgm_source {
    const char *path;
    FILE *file;
    long offset; /* counted here, since a pipe cannot tell */
} pgm_source;

static int next_byte(pgm_source *source) {
    int c = getc(source->file);
    source->offset += c != EOF;
    return c;
}

/* The byte just read, or the end, is not what was expected. */
static bool fail_at(const pgm_source *source, int c, const char *expected) {
    if (c == EOF && ferror(source->file))
        return fail("%s: %s", source->path, strerror(errno));
    if (c == EOF)
        return fail("%s: at byte %ld: found the end, expected %s", source->path, source->offset,
                    expected);
    return fail("%s: at byte %ld: found 0x%02x, expected %s", source->path, source->offset - 1,
                (unsigned)c, expected);
}

/* From c on, the next byte that is neither white space nor in a comment. */
static int skip_space(pgm_source *source, int c) {
    while (isspace(c) || c == '#') {
        if (c == '#')
            while (c != '\n' && c != EOF)
                c = next_byte(source);
        else
            c = next_byte(source);
    }
    return c;
}

/* A number below 2^20, and the one byte of white space, or the comment, after it. */
static bool read_number(pgm_source *source, const char *what, unsigned *value) {
    int c = skip_space(source, next_byte(source));
    *value = 0;
    if (!isdigit(c))
        return fail_at(source, c, what);
    for (; isdigit(c); c = next_byte(source)) {
        *value = *value * 10 + (unsigned)(c - '0');
        if (*value >= 1u << 20)
            return fail("%s: at byte %ld: found a number that is too large for %s", source->path,
                        source->offset - 1, what);
    }
    while (c == '#')
        for (c = ' '; c != '\n' && c != EOF;)
            c = next_byte(source);
    return isspace(c) || c == EOF || fail_at(source, c, "white space after a number");
}

static bool read_binary(pgm_source *source, unsigned most, unsigned *value) {
    int high = most > 255 ? next_byte(source) : 0, low = next_byte(source);
    *value = (unsigned)(high << 8 | (low & 255));
    return low != EOF || fail_at(source, low, "more pixels");
}

static bool read_pixels(float *pixels, pgm_source *source, bool plain, unsigned most) {
    for (int i = 0; i < PIXELS; i++) {
        unsigned value;
        if (!(plain ? read_number(source, "a pixel", &value) : read_binary(source, most, &value)))
            return false;
        if (value > most)
            return fail("%s: before byte %ld: found %u for pixel %d, expected at most %u",
                        source->path, source->offset, value, i, most);
        pixels[i] = (float)value / (float)most;
    }
    int c = skip_space(source, next_byte(source));
    return (c == EOF && !ferror(source->file)) || fail_at(source, c, "the end of the picture");
}

static bool read_picture(float *pixels, pgm_source *source) {
    unsigned width, height, most;
    int p = next_byte(source), kind = next_byte(source);
    if (ferror(source->file))
        return fail_at(source, EOF, "P5 or P2");
    if (p != 'P' || (kind != '5' && kind != '2'))
        return fail("%s: at byte 0: found no PGM, expected P5 or P2", source->path);
    int c = next_byte(source);
    if (!isspace(c) && c != '#')
        return fail_at(source, c, "white space after P5 or P2");
    ungetc(c, source->file);
    source->offset--;
    if (!read_number(source, "a width", &width) || !read_number(source, "a height", &height))
        return false;
    if (width != SIDE || height != SIDE)
        return fail("%s: found %u x %u pixels, expected %d x %d", source->path, width, height, SIDE,
                    SIDE);
    if (!read_number(source, "the greatest grey", &most))
        return false;
    if (most < 1 || most > 65535)
        return fail("%s: found a greatest grey of %u, expected 1 to 65535", source->path, most);
    return read_pixels(pixels, source, kind == '2', most);
}

bool pgm_read(float *pixels, const char *path) {
    pgm_source source = {.path = path, .file = fopen(path, "rb")};
    if (!source.file)
        return fail("%s: %s", path, strerror(errno));
    bool read = read_picture(pixels, &source);
    fclose(source.file);
    return read;
}
