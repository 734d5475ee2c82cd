#include "json_internal.h"

/* ---- Numbers ---- */

static bool digit(const bml_json_ *json) {
    return json->at < json->size && json->text[json->at] >= '0' && json->text[json->at] <= '9';
}

static const char whole_number[] = "a whole number >= 0";

/* `over` is what to say of one over the limit, which follows. */
static bml_status whole(bml_json_ *json, size_t limit, const char *over, size_t *out) {
    (void)bml_json_peek_(json);
    size_t start = json->at, value = 0;
    if (!digit(json))
        return bml_json_expected_(json, start, whole_number);
    for (; digit(json); json->at++)
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, (size_t)(json->text[json->at] - '0'), &value) ||
            value > limit)
            return bml_json_fail_(json, start, "%s%zu", over, limit);
    if (json->text[start] == '0' && json->at > start + 1)
        return bml_json_fail_(json, start, "found a number that starts with 0");
    *out = value;
    return BML_OK;
}

bml_status bml_json_size_(bml_json_ *json, size_t *value) {
    return whole(json, SIZE_MAX, "found a number that is too large, expected <= ", value);
}

bml_status bml_json_uint32_(bml_json_ *json, uint32_t *value) {
    (void)bml_json_peek_(json);
    size_t start = json->at, size = 0;
    bml_status status = whole(json, UINT32_MAX, "found a number over ", &size);
    char after = json->at < json->size ? json->text[json->at] : '\0';
    if (!status && (after == '.' || after == 'e' || after == 'E'))
        return bml_json_expected_(json, start, whole_number);
    if (!status)
        *value = (uint32_t)size;
    return status;
}

static bool skip_digits(bml_json_ *json) {
    size_t start = json->at;
    while (digit(json))
        json->at++;
    return json->at > start;
}

/* Over a character of these two, if it is here. */
static bool skip_one(bml_json_ *json, char one, char other) {
    if (json->at == json->size || (json->text[json->at] != one && json->text[json->at] != other))
        return false;
    json->at++;
    return true;
}

/* Moves over a number; false: there is none. */
static bool skip_number(bml_json_ *json) {
    (void)skip_one(json, '-', '-');
    size_t first = json->at;
    if (!skip_digits(json) || (json->text[first] == '0' && json->at > first + 1))
        return false;
    if (skip_one(json, '.', '.') && !skip_digits(json))
        return false;
    if (!skip_one(json, 'e', 'E'))
        return true;
    (void)skip_one(json, '+', '-');
    return skip_digits(json);
}

bml_status bml_json_bool_(bml_json_ *json, bool *value) {
    *value = bml_json_take_word_(json, "true");
    return *value || bml_json_take_word_(json, "false")
               ? BML_OK
               : bml_json_expected_(json, json->at, "true or false");
}

/* ---- Objects and lists ---- */

bml_status bml_json_open_(bml_json_ *json, char bracket) {
    if (bml_json_take_(json, bracket))
        return BML_OK;
    return bml_json_expected_(json, json->at,
                              bracket == '{' ? json->style->object : json->style->list);
}

bml_status bml_json_next_(bml_json_ *json, char bracket, bool *first, bool *more) {
    bool comma = !*first && bml_json_take_(json, ',');
    *more = *first || comma;
    if (!comma && bml_json_take_(json, bracket == '{' ? '}' : ']'))
        *more = false;
    else if (!*more)
        return bml_json_expected_(json, json->at,
                                  bracket == '{' ? json->style->next_key : json->style->next_item);
    *first = false;
    return BML_OK;
}

static bml_status colon(bml_json_ *json) {
    return bml_json_take_(json, ':') ? BML_OK
                                     : bml_json_expected_(json, json->at, "':' after a key");
}

bml_status bml_json_key_(bml_json_ *json) {
    bml_status status = bml_json_string_(json);
    return status ? status : colon(json);
}

static bml_status each(bml_json_ *json, char bracket, bml_json_visit_ visit, void *context) {
    bool first = true, more = true;
    bml_status status = bml_json_open_(json, bracket);
    while (!status) {
        status = bml_json_next_(json, bracket, &first, &more);
        if (!status && more && bracket == '{')
            status = bml_json_key_(json);
        if (status || !more)
            break;
        (void)bml_json_peek_(json);
        status = visit(context, json);
    }
    return status;
}

bml_status bml_json_object_(bml_json_ *json, bml_json_visit_ visit, void *context) {
    return each(json, '{', visit, context);
}

bml_status bml_json_list_(bml_json_ *json, bml_json_visit_ visit, void *context) {
    return each(json, '[', visit, context);
}

/* ---- Values of any kind ---- */

static bml_status skip_plain(bml_json_ *json) {
    static const char *const words[] = {"true", "false", "null"};
    char c = bml_json_peek_(json);
    if (c == '"')
        return bml_json_skip_string_(json);
    for (size_t i = 0; i < 3; i++)
        if (c == words[i][0] && bml_json_take_word_(json, words[i]))
            return BML_OK;
    size_t start = json->at;
    return skip_number(json) ? BML_OK : bml_json_expected_(json, start, "a JSON value");
}

/* Into the brackets that start here, or over a value that has none. */
static bml_status enter(bml_json_ *json, char *brackets, size_t *depth, bool *first) {
    char c = bml_json_peek_(json);
    *first = c == '{' || c == '[';
    if (!*first)
        return skip_plain(json);
    if (*depth == BML_JSON_DEPTH_)
        return bml_json_fail_(json, json->at, "found brackets %d deep, expected less",
                              BML_JSON_DEPTH_);
    brackets[(*depth)++] = c;
    json->at++;
    return BML_OK;
}

bml_status bml_json_skip_(bml_json_ *json) {
    char brackets[BML_JSON_DEPTH_];
    size_t depth = 0;
    bool first;
    bml_status status = enter(json, brackets, &depth, &first);
    while (!status && depth) {
        bool more;
        char bracket = brackets[depth - 1];
        status = bml_json_next_(json, bracket, &first, &more);
        if (!status && more && bracket == '{')
            status = bml_json_skip_string_(json);
        if (!status && more && bracket == '{')
            status = colon(json);
        if (status)
            break;
        if (more)
            status = enter(json, brackets, &depth, &first);
        else
            depth--;
    }
    return status;
}

bml_status bml_json_end_(bml_json_ *json) {
    char expected[64] = "the end of the ";
    (void)bml_json_peek_(json);
    if (json->at == json->size)
        return BML_OK;
    strncat(expected, json->style->part, sizeof expected - strlen(expected) - 1);
    return bml_json_expected_(json, json->at, expected);
}
