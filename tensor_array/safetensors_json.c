/* A header is an object of strings, sizes and objects of these, so this reads no other values. It
 * is here because a general parser allocates for every value, and not all notice when that fails:
 * where its buffer for a token cannot grow, jansson 2.14 loses a byte of a number or a name, or
 * writes past the string. This one allocates nothing. */
#include "safetensors_internal.h"

#include <stdio.h>
#include <string.h>

bml_status bml_json_fail_(const bml_json_ *json, size_t at, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return bml_fail_(BML_ERROR_FORMAT, "%s: header at byte %zu: %s", json->path,
                     at + BML_LENGTH_BYTES_, text);
}

typedef struct byte_text {
    char text[32];
} byte_text;

static byte_text byte_at(const bml_json_ *json, size_t at) {
    byte_text result = {"the end of the header"};
    if (at < json->size) {
        unsigned char byte = (unsigned char)json->text[at];
        snprintf(result.text, sizeof result.text,
                 byte > 0x20 && byte < 0x7f ? "'%c'" : "byte 0x%02x", byte);
    }
    return result;
}

bml_status bml_json_fail_found_(const bml_json_ *json, size_t at, const char *expected) {
    return bml_json_fail_(json, at, "found %s, expected %s", byte_at(json, at).text, expected);
}

static bool looking_at(const bml_json_ *json, char wanted) {
    return json->at < json->size && json->text[json->at] == wanted;
}

static void skip_space(bml_json_ *json) {
    while (looking_at(json, ' ') || looking_at(json, '\t') || looking_at(json, '\n') ||
           looking_at(json, '\r'))
        json->at++;
}

static bool accept(bml_json_ *json, char wanted) {
    skip_space(json);
    if (!looking_at(json, wanted))
        return false;
    json->at++;
    return true;
}

bml_status bml_json_expect_(bml_json_ *json, char wanted) {
    if (accept(json, wanted))
        return BML_OK;
    return bml_json_fail_found_(json, json->at, (char[]){'\'', wanted, '\'', '\0'});
}

/* ---- Strings ---- */

/* The four digits of a \u escape at `at`, or UINT32_MAX. */
static uint32_t hexadecimal(const bml_json_ *json, size_t at) {
    uint32_t value = 0;
    if (json->size - at < 4)
        return UINT32_MAX;
    for (size_t i = 0; i < 4; i++) {
        static const char digits[] = "0123456789abcdef";
        char c = json->text[at + i];
        const char *digit = c ? strchr(digits, c >= 'A' && c <= 'F' ? c + ('a' - 'A') : c) : NULL;
        if (!digit)
            return UINT32_MAX;
        value = value << 4 | (uint32_t)(digit - digits);
    }
    return value;
}

static size_t put_utf8(char *out, uint32_t code) {
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const uint32_t marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = length - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)(marks[length] | code);
    return length;
}

/* The escape whose 'u' the cursor has just passed, a pair of surrogates counting as one. */
static bml_status unicode_escape(bml_json_ *json, char *out, size_t *length) {
    size_t start = json->at - 2;
    uint32_t code = hexadecimal(json, json->at);
    if (code == UINT32_MAX)
        return bml_json_fail_(json, start, "found \\u, expected four hexadecimal digits after it");
    if (code == 0)
        return bml_json_fail_(json, start, "found \\u0000, expected a string without it");
    json->at += 4;
    if (code >= 0xd800 && code < 0xe000) {
        uint32_t low = UINT32_MAX;
        if (code < 0xdc00 && json->size - json->at >= 6 && json->text[json->at] == '\\' &&
            json->text[json->at + 1] == 'u')
            low = hexadecimal(json, json->at + 2);
        if (low < 0xdc00 || low >= 0xe000)
            return bml_json_fail_(json, start, "found \\u%04x, expected a pair of surrogates",
                                  (unsigned)code);
        json->at += 6;
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    *length = put_utf8(out, code);
    return BML_OK;
}

static bml_status escape(bml_json_ *json, char *out, size_t *length) {
    static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char c = json->at < json->size ? json->text[json->at] : '\0';
    const char *name = c ? strchr(names, c) : NULL;
    if (!name && c != 'u')
        return bml_json_fail_found_(json, json->at, "one of \"\\/bfnrtu after a backslash");
    json->at++;
    if (c == 'u')
        return unicode_escape(json, out, length);
    *out = meanings[name - names];
    *length = 1;
    return BML_OK;
}

bml_status bml_json_string_(bml_json_ *json, const char **out) {
    bml_status status = bml_json_expect_(json, '"');
    char *start = json->text + json->at, *end = start; /* what is decoded is never longer */
    while (!status && !looking_at(json, '"')) {
        const char *here = json->text + json->at;
        size_t length = bml_utf8_character_(here, json->size - json->at);
        if (json->at == json->size)
            return bml_json_fail_found_(json, json->at, "'\"'");
        if (length == 0)
            return bml_json_fail_found_(json, json->at, "UTF-8");
        if ((unsigned char)*here < 0x20)
            return bml_json_fail_found_(json, json->at, "an escape");
        json->at += length;
        if (*here == '\\')
            status = escape(json, end, &length);
        else
            memmove(end, here, length);
        end += length;
    }
    if (status)
        return status;
    json->at++;
    *end = '\0';
    *out = start;
    return BML_OK;
}

/* ---- Sizes and objects ---- */

static bool digit(const bml_json_ *json) {
    return json->at < json->size && json->text[json->at] >= '0' && json->text[json->at] <= '9';
}

static bml_status size_value(bml_json_ *json, size_t *out) {
    skip_space(json);
    size_t start = json->at, value = 0;
    if (!digit(json))
        return bml_json_fail_found_(json, start, "a whole number >= 0");
    for (; digit(json); json->at++)
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, (size_t)(json->text[json->at] - '0'), &value))
            return bml_json_fail_(json, start, "found a number that is too large, expected <= %zu",
                                  SIZE_MAX);
    if (json->text[start] == '0' && json->at > start + 1)
        return bml_json_fail_(json, start, "found a number that starts with 0");
    *out = value;
    return BML_OK;
}

/* After a value: *more := whether another one follows. */
static bml_status next(bml_json_ *json, char close, bool *more) {
    *more = accept(json, ',');
    if (*more || accept(json, close))
        return BML_OK;
    return bml_json_fail_found_(json, json->at, close == '}' ? "',' or '}'" : "',' or ']'");
}

bml_status bml_json_sizes_(bml_json_ *json, size_t *out, size_t room, size_t *count) {
    bml_status status = bml_json_expect_(json, '[');
    bool more = !status && !accept(json, ']');
    size_t found = 0;
    while (!status && more) {
        size_t value = 0;
        status = size_value(json, &value);
        if (found < room)
            out[found] = value;
        found++;
        if (!status)
            status = next(json, ']', &more);
    }
    *count = found;
    return status;
}

bml_status bml_json_object_(bml_json_ *json, bml_json_visit_ visit, void *context) {
    bml_status status = bml_json_expect_(json, '{');
    bool more = !status && !accept(json, '}');
    while (!status && more) {
        const char *key = NULL;
        skip_space(json);
        size_t at = json->at;
        status = bml_json_string_(json, &key);
        if (!status)
            status = bml_json_expect_(json, ':');
        if (!status)
            status = visit(context, json, key, at);
        if (!status)
            status = next(json, '}', &more);
    }
    return status;
}
