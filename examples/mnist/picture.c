#include "picture.h"

#include <string.h>

#include <zlib.h>

enum { SIDE_MAX = 28, RAW_MAX = SIDE_MAX * (SIDE_MAX + 1), PNG_MAX = 2 * RAW_MAX + 256 };

static uint8_t *put_number(uint8_t *at, uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8)
        *at++ = (uint8_t)(value >> shift);
    return at;
}

/* Length, type, data, checksum; the data may already lie in its place. */
static uint8_t *put_chunk(uint8_t *at, const char *type, const uint8_t *data, uint32_t size) {
    uint8_t *start = put_number(at, size);
    memcpy(start, type, 4);
    memmove(start + 4, data, size);
    return put_number(start + 4 + size, (uint32_t)crc32(0, start, size + 4));
}

static size_t make_png(uint8_t png[PNG_MAX], const uint8_t *pixels, unsigned side) {
    uint8_t raw[RAW_MAX], packed[PNG_MAX], header[13] = {0}, *at = raw;
    uLongf packed_size = sizeof packed;
    for (unsigned i = 0; i < side; i++, at += side + 1) {
        at[0] = 0; /* no filter */
        memcpy(at + 1, pixels + i * side, side);
    }
    if (compress(packed, &packed_size, raw, (uLong)(at - raw)) != Z_OK)
        return 0;
    put_number(put_number(header, side), side);
    header[8] = 8; /* bits of grey */
    memcpy(png, "\x89PNG\r\n\x1a\n", 8);
    at = put_chunk(png + 8, "IHDR", header, sizeof header);
    at = put_chunk(at, "IDAT", packed, (uint32_t)packed_size);
    at = put_chunk(at, "IEND", header, 0);
    return (size_t)(at - png);
}

static void write_base64(FILE *out, const uint8_t *bytes, size_t count) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < count; i += 3) {
        uint32_t three = (uint32_t)bytes[i] << 16;
        if (i + 1 < count)
            three |= (uint32_t)bytes[i + 1] << 8;
        if (i + 2 < count)
            three |= bytes[i + 2];
        fputc(digits[three >> 18], out);
        fputc(digits[three >> 12 & 63], out);
        fputc(i + 1 < count ? digits[three >> 6 & 63] : '=', out);
        fputc(i + 2 < count ? digits[three & 63] : '=', out);
    }
}

bool picture_write(FILE *out, const uint8_t *pixels, unsigned side) {
    uint8_t png[PNG_MAX];
    size_t size = side <= SIDE_MAX ? make_png(png, pixels, side) : 0;
    if (size == 0)
        return false;
    fputs("data:image/png;base64,", out);
    write_base64(out, png, size);
    return true;
}

void html_write(FILE *out, const char *text) {
    for (; *text; text++)
        switch (*text) {
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            fputc(*text, out);
        }
}
