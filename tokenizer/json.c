/* JSON (RFC 8259), read from front to end; only strings take memory. */
#include "text_internal.h"

#include <stdio.h>

bml_status bml_tjson_fail_(const bml_tjson_ *json, size_t at, const char *format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    size_t line = 1;
    for (size_t i = 0; i < at; i++)
        line += json->text[i] == '\n';
    return bml_fail_(BML_ERROR_FORMAT, "%s: line %zu, byte %zu: %s", json->path, line, at, text);
}

bml_status bml_tjson_expected_(const bml_tjson_ *json, size_t at, const char *expected) {
    if (at >= json->size)
        return bml_tjson_fail_(json, json->size, "found the end of the file, expected %s",
                               expected);
    unsigned char c = (unsigned char)json->text[at];
    if (c > ' ' && c < 0x7F)
        return bml_tjson_fail_(json, at, "found '%c', expected %s", c, expected);
    return bml_tjson_fail_(json, at, "found the byte 0x%02X, expected %s", c, expected);
}

char bml_tjson_peek_(bml_tjson_ *json) {
    while (json->at < json->size && strchr(" \t\n\r", json->text[json->at]) && json->text[json->at])
        json->at++;
    return json->at < json->size ? json->text[json->at] : '\0';
}

bool bml_tjson_take_(bml_tjson_ *json, char c) {
    if (bml_tjson_peek_(json) != c || json->at == json->size)
        return false;
    json->at++;
    return true;
}

/* Four hexadecimal digits at `at`, or -1. */
static long hexadecimal(const bml_tjson_ *json, size_t at) {
    static const char digits[] = "0123456789abcdefABCDEF";
    long value = 0;
    if (json->size - at < 4)
        return -1;
    for (size_t i = at; i < at + 4; i++) {
        const char *digit = json->text[i] ? strchr(digits, json->text[i]) : NULL;
        if (!digit)
            return -1;
        value = value * 16 + (digit - digits < 16 ? digit - digits : digit - digits - 6);
    }
    return value;
}

static bml_status add_point(bml_tjson_ *json, unsigned long c) {
    uint8_t text[4] = {(uint8_t)c, 0, 0, 0};
    size_t size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = size; i-- > 1 && size > 1; c >>= 6)
        text[i] = (uint8_t)(0x80 | (c & 0x3F));
    if (size > 1)
        text[0] = (uint8_t)((0xF00u >> size & 0xFF) | c);
    return bml_bytes_add_(&json->string, text, size);
}

/* After \u: one escape, or two that are a surrogate pair. */
static bml_status read_unicode(bml_tjson_ *json) {
    size_t at = json->at;
    long c = hexadecimal(json, at);
    json->at += 4;
    if (c >= 0xD800 && c < 0xDC00 && json->size - json->at >= 6 && json->text[json->at] == '\\' &&
        json->text[json->at + 1] == 'u') {
        long low = hexadecimal(json, json->at + 2);
        if (low >= 0xDC00 && low < 0xE000) {
            json->at += 6;
            c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        }
    }
    if (c < 0 || (c >= 0xD800 && c < 0xE000))
        return bml_tjson_fail_(json, at,
                               "found no character after \\u, expected four hexadecimal "
                               "digits, or a pair of surrogates");
    return add_point(json, (unsigned long)c);
}

static bml_status read_escape(bml_tjson_ *json) {
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    char c = json->at < json->size ? json->text[json->at] : '\0';
    const char *name = c ? strchr(names, c) : NULL;
    if (c == 'u') {
        json->at++;
        return read_unicode(json);
    }
    if (!name)
        return bml_tjson_expected_(json, json->at, "an escape: one of \"\\/bfnrtu");
    json->at++;
    return bml_bytes_add_(&json->string, &values[name - names], 1);
}

/* Of characters that stand for themselves, up to the next quote or backslash. */
static bml_status read_plain(bml_tjson_ *json) {
    const uint8_t *text = (const uint8_t *)json->text, *end = text + json->size;
    size_t start = json->at;
    while (json->at < json->size && text[json->at] != '"' && text[json->at] != '\\') {
        size_t missing, size = bml_utf8_size_(text + json->at, end, &missing);
        if (text[json->at] < 0x20 || !size)
            return bml_tjson_expected_(json, json->at, "a character of a string, in UTF-8");
        json->at += size;
    }
    return bml_bytes_add_(&json->string, text + start, json->at - start);
}

bml_status bml_tjson_string_(bml_tjson_ *json) {
    if (!bml_tjson_take_(json, '"'))
        return bml_tjson_expected_(json, json->at, "a string");
    size_t start = json->at - 1;
    bml_status status = BML_OK;
    json->string.size = 0;
    while (!status) {
        status = read_plain(json);
        if (status)
            return status;
        if (json->at == json->size)
            return bml_tjson_fail_(json, start, "found a string that has no end");
        if (json->text[json->at++] == '"')
            return bml_bytes_reserve_(&json->string, json->string.size + 1);
        status = read_escape(json);
    }
    return status;
}

bool bml_tjson_skip_number_(bml_tjson_ *json, bool *whole) {
    size_t at = json->at, first;
    const char *text = json->text;
#define DIGITS() \
    for (first = at; at < json->size && text[at] >= '0' && text[at] <= '9'; at++) { \
    }
    *whole = true;
    if (at < json->size && text[at] == '-')
        at++, *whole = false;
    DIGITS()
    if (at == first || (text[first] == '0' && at > first + 1))
        return false;
    if (at < json->size && text[at] == '.') {
        at++, *whole = false;
        DIGITS()
        if (at == first)
            return false;
    }
    if (at < json->size && (text[at] == 'e' || text[at] == 'E')) {
        at++, *whole = false;
        if (at < json->size && (text[at] == '+' || text[at] == '-'))
            at++;
        DIGITS()
        if (at == first)
            return false;
    }
#undef DIGITS
    json->at = at;
    return true;
}

bml_status bml_tjson_number_(bml_tjson_ *json, uint32_t *number) {
    bool whole;
    (void)bml_tjson_peek_(json);
    size_t start = json->at;
    uint64_t value = 0;
    if (!bml_tjson_skip_number_(json, &whole) || !whole)
        return bml_tjson_expected_(json, start, "a whole number, 0 or more");
    for (size_t i = start; i < json->at && value <= UINT32_MAX; i++)
        value = value * 10 + (unsigned)(json->text[i] - '0');
    if (value > UINT32_MAX)
        return bml_tjson_fail_(json, start, "found a number over %u", UINT32_MAX);
    *number = (uint32_t)value;
    return BML_OK;
}

bool bml_tjson_take_word_(bml_tjson_ *json, const char *word) {
    size_t size = strlen(word);
    (void)bml_tjson_peek_(json);
    if (json->size - json->at < size || memcmp(json->text + json->at, word, size) != 0)
        return false;
    json->at += size;
    return true;
}

bml_status bml_tjson_bool_(bml_tjson_ *json, bool *value) {
    *value = bml_tjson_take_word_(json, "true");
    return *value || bml_tjson_take_word_(json, "false")
               ? BML_OK
               : bml_tjson_expected_(json, json->at, "true or false");
}
