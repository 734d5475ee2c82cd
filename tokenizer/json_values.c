#include "text_internal.h"

bml_status bml_tjson_open_(bml_tjson_ *json, char bracket) {
    if (bml_tjson_take_(json, bracket))
        return BML_OK;
    return bml_tjson_expected_(json, json->at, bracket == '{' ? "an object" : "a list");
}

bml_status bml_tjson_next_(bml_tjson_ *json, char bracket, bool *first, bool *more) {
    bool comma = !*first && bml_tjson_take_(json, ',');
    char end = bracket == '{' ? '}' : ']';
    *more = *first || comma;
    if (!comma && bml_tjson_take_(json, end))
        *more = false;
    else if (!*more)
        return bml_tjson_expected_(
            json, json->at, bracket == '{' ? "',' or the object's '}'" : "',' or the list's ']'");
    *first = false;
    return BML_OK;
}

bml_status bml_tjson_key_(bml_tjson_ *json) {
    bml_status status = bml_tjson_string_(json);
    if (!status && !bml_tjson_take_(json, ':'))
        status = bml_tjson_expected_(json, json->at, "':' after a key");
    return status;
}

static bml_status skip_plain(bml_tjson_ *json) {
    static const char *const words[] = {"true", "false", "null"};
    char c = bml_tjson_peek_(json);
    if (c == '"')
        return bml_tjson_string_(json);
    for (size_t i = 0; i < 3; i++)
        if (bml_tjson_take_word_(json, words[i]))
            return BML_OK;
    size_t start = json->at;
    bool whole;
    return bml_tjson_skip_number_(json, &whole) ? BML_OK
                                                : bml_tjson_expected_(json, start, "a JSON value");
}

/* Into the brackets that start here, or over a value that has none. */
static bml_status enter(bml_tjson_ *json, char *brackets, size_t *depth, bool *first) {
    char c = bml_tjson_peek_(json);
    *first = c == '{' || c == '[';
    if (!*first)
        return skip_plain(json);
    if (*depth == BML_TJSON_DEPTH_)
        return bml_tjson_fail_(json, json->at, "found brackets %d deep, expected less",
                               BML_TJSON_DEPTH_);
    brackets[(*depth)++] = c;
    json->at++;
    return BML_OK;
}

bml_status bml_tjson_skip_(bml_tjson_ *json) {
    char brackets[BML_TJSON_DEPTH_];
    size_t depth = 0;
    bool first;
    bml_status status = enter(json, brackets, &depth, &first);
    while (!status && depth) {
        bool more;
        char bracket = brackets[depth - 1];
        status = bml_tjson_next_(json, bracket, &first, &more);
        if (!status && more && bracket == '{')
            status = bml_tjson_key_(json);
        if (status)
            break;
        if (more)
            status = enter(json, brackets, &depth, &first);
        else
            depth--;
    }
    return status;
}

bml_status bml_tjson_end_(bml_tjson_ *json) {
    (void)bml_tjson_peek_(json);
    return json->at == json->size ? BML_OK
                                  : bml_tjson_expected_(json, json->at, "the end of the file");
}
