#include "text_internal.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* 0..63, or 64. */
static unsigned value_of(char c) {
    if (c >= 'A' && c <= 'Z')
        return (unsigned)(c - 'A');
    if (c >= 'a' && c <= 'z')
        return (unsigned)(c - 'a') + 26;
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0') + 52;
    return c == '+' ? 62 : c == '/' ? 63 : 64;
}

bool bml_base64_decode_(uint8_t *out, size_t *out_size, const char *text, size_t size,
                        size_t *bad) {
    size_t written = 0, padding = 0;
    while (padding < 2 && padding < size && text[size - 1 - padding] == '=')
        padding++;
    uint32_t group = 0;
    for (size_t i = 0; i < size - padding; i++) {
        unsigned value = value_of(text[i]);
        if (value == 64) {
            *bad = i;
            return false;
        }
        group = group << 6 | value;
        if (i % 4 == 0)
            continue;
        out[written++] = (uint8_t)(group >> (6 - 2 * (i % 4)));
    }
    *out_size = written;
    *bad = size;
    unsigned unused = padding == 1 ? group & 3u : padding == 2 ? group & 15u : 0; /* bits */
    return size % 4 == 0 && !unused;
}

bml_status bml_base64_add_(bml_bytes *out, const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i += 3) {
        unsigned left = size - i < 3 ? (unsigned)(size - i) : 3;
        uint32_t group = (uint32_t)bytes[i] << 16;
        if (left > 1)
            group |= (uint32_t)bytes[i + 1] << 8;
        if (left > 2)
            group |= bytes[i + 2];
        char text[4] = {digits[group >> 18], digits[group >> 12 & 63],
                        left > 1 ? digits[group >> 6 & 63] : '=',
                        left > 2 ? digits[group & 63] : '='};
        bml_status status = bml_bytes_add_(out, text, sizeof text);
        if (status)
            return status;
    }
    return BML_OK;
}
