#include "json_internal.h"

#include <stdio.h>

#include "utf8_internal.h"

bml_status bml_json_begin_(bml_json_ *json, const void *source, size_t size, const char *path,
                           const bml_json_style_ *style) {
    size_t path_size = strlen(path) + 1, room;
    void *text;
    if (__builtin_add_overflow(size, path_size, &room))
        return bml_fail_(BML_ERROR_SIZE, "%s: found %zu bytes, over what can be addressed", path,
                         size);
    bml_status status = bml_allocate_(&text, room, 1, path);
    if (status)
        return status;
    *json = (bml_json_){.text = text, .size = size, .source = source, .style = style};
    if (size)
        memcpy(json->text, source, size);
    json->path = memcpy(json->text + size, path, path_size);
    return BML_OK;
}

/* ---- Errors ---- */

bml_status bml_json_fail_(const bml_json_ *json, size_t at, const char *format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    size_t place = json->style->before + at, line = 1;
    if (!json->style->lines)
        return bml_fail_(BML_ERROR_FORMAT, "%s: %s at byte %zu: %s", json->path, json->style->part,
                         place, text);
    for (size_t i = 0; i < at; i++) /* strings that were decoded may have ends of lines */
        line += json->source[i] == '\n';
    return bml_fail_(BML_ERROR_FORMAT, "%s: line %zu, byte %zu: %s", json->path, line, place, text);
}

bml_status bml_json_expected_(const bml_json_ *json, size_t at, const char *expected) {
    const bml_json_style_ *style = json->style;
    if (at >= json->size)
        return bml_json_fail_(json, json->size, "found the end of the %s, expected %s", style->part,
                              expected);
    unsigned char c = (unsigned char)json->text[at];
    if (c > ' ' && c < 0x7F)
        return bml_json_fail_(json, at, "found '%c', expected %s", c, expected);
    return bml_json_fail_(json, at, "found %s%c%c, expected %s", style->byte, style->digits[c >> 4],
                          style->digits[c & 15], expected);
}

/* ---- What comes next ---- */

static bool looking_at(const bml_json_ *json, char c) {
    return json->at < json->size && json->text[json->at] == c;
}

char bml_json_peek_(bml_json_ *json) {
    while (looking_at(json, ' ') || looking_at(json, '\n') || looking_at(json, '\t') ||
           looking_at(json, '\r'))
        json->at++;
    return json->at < json->size ? json->text[json->at] : '\0';
}

bool bml_json_take_(bml_json_ *json, char c) {
    (void)bml_json_peek_(json);
    if (!looking_at(json, c))
        return false;
    json->at++;
    return true;
}

bool bml_json_take_word_(bml_json_ *json, const char *word) {
    size_t size = strlen(word);
    (void)bml_json_peek_(json);
    if (json->size - json->at < size || memcmp(json->text + json->at, word, size) != 0)
        return false;
    json->at += size;
    return true;
}

/* ---- Strings ---- */

/* The four digits of a \u escape at `at`, or UINT32_MAX. */
static uint32_t hexadecimal(const bml_json_ *json, size_t at) {
    uint32_t value = 0;
    if (json->size - at < 4)
        return UINT32_MAX;
    for (size_t i = at; i < at + 4; i++) {
        static const char digits[] = "0123456789abcdefABCDEF";
        const char *digit = json->text[i] ? strchr(digits, json->text[i]) : NULL;
        if (!digit)
            return UINT32_MAX;
        value = value << 4 | (uint32_t)(digit - digits < 16 ? digit - digits : digit - digits - 6);
    }
    return value;
}

static size_t put_utf8(char out[4], uint32_t code) {
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const uint32_t marks[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = length - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)(marks[length] | code);
    return length;
}

/* The escape whose 'u' the cursor has just passed, a pair of surrogates counting as one. */
static bml_status unicode_escape(bml_json_ *json, char out[4], size_t *length) {
    size_t start = json->at - 2;
    const char *bad = json->style->bad_unicode;
    uint32_t code = hexadecimal(json, json->at);
    if (code == UINT32_MAX)
        return bml_json_fail_(json, start, "%s\\u, expected four hexadecimal digits after it", bad);
    if (code == 0 && !json->style->nul)
        return bml_json_fail_(json, start, "%s\\u0000, expected a string without it", bad);
    json->at += 4;
    if (code >= 0xD800 && code < 0xE000) {
        uint32_t low = UINT32_MAX;
        if (code < 0xDC00 && json->size - json->at >= 6 && json->text[json->at] == '\\' &&
            json->text[json->at + 1] == 'u')
            low = hexadecimal(json, json->at + 2);
        if (low < 0xDC00 || low >= 0xE000)
            return bml_json_fail_(json, start, "%s\\u%04x, expected a pair of surrogates", bad,
                                  (unsigned)code);
        json->at += 6;
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    *length = put_utf8(out, code);
    return BML_OK;
}

/* What follows a backslash. */
static bml_status escape(bml_json_ *json, char out[4], size_t *length) {
    static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char c = json->at < json->size ? json->text[json->at] : '\0';
    const char *name = c ? strchr(names, c) : NULL;
    if (!name && c != 'u')
        return bml_json_expected_(json, json->at, json->style->escape);
    json->at++;
    if (c == 'u')
        return unicode_escape(json, out, length);
    out[0] = meanings[name - names];
    *length = 1;
    return BML_OK;
}

/* Moves over characters that stand for themselves, up to the next quote or backslash. */
static bml_status plain(bml_json_ *json) {
    const char *text = json->text;
    size_t at = json->at, size = json->size, length = 1;
    for (; at < size && text[at] != '"' && text[at] != '\\'; at += length) {
        unsigned char c = (unsigned char)text[at];
        if (c < 0x20)
            return bml_json_expected_(json, at, json->style->plain);
        length = c < 0x80 ? 1 : bml_utf8_size_(text + at, size - at, NULL);
        if (length == 0)
            return bml_json_expected_(json, at, json->style->character);
    }
    json->at = at;
    return BML_OK;
}

/* From after the opening quote to after the closing one; *end := where what is decoded ends, which
 * is never longer than what it was. */
static bml_status characters(bml_json_ *json, bool decode, char **end) {
    size_t start = json->at;
    char *out = json->text + start;
    for (;;) {
        char *from = json->text + json->at, escaped[4];
        bml_status status = plain(json);
        if (status)
            return status;
        size_t length = (size_t)(json->text + json->at - from);
        if (decode && out != from)
            memmove(out, from, length);
        out += length;
        if (json->at == json->size)
            return json->style->no_end ? bml_json_fail_(json, start - 1, "%s", json->style->no_end)
                                       : bml_json_expected_(json, json->at, json->style->string);
        if (json->text[json->at++] == '"')
            break;
        status = escape(json, escaped, &length);
        if (status)
            return status;
        if (decode)
            memcpy(out, escaped, length);
        out += length;
    }
    *end = out;
    return BML_OK;
}

bml_status bml_json_string_(bml_json_ *json) {
    if (!bml_json_take_(json, '"'))
        return bml_json_expected_(json, json->at, json->style->string);
    char *start = json->text + json->at, *end = start;
    bml_status status = characters(json, true, &end);
    if (status)
        return status;
    *end = '\0';
    json->string = start;
    json->string_size = (size_t)(end - start);
    return BML_OK;
}

bml_status bml_json_skip_string_(bml_json_ *json) {
    char *end;
    if (!bml_json_take_(json, '"'))
        return bml_json_expected_(json, json->at, json->style->string);
    return characters(json, false, &end);
}
