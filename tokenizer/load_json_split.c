/* The pre_tokenizer of a tokenizer.json: what it cuts, if it is one of the known ways. */
#include "text_internal.h"

typedef struct split {
    bool byte_level, sequence; /* what has been seen */
    bool prefix_space, regex;  /* of ByteLevel */
    bool split, isolated, invert, known;
    bml_pattern pattern; /* of Split */
} split;

static bml_status unsupported(const bml_json_ *json, size_t at, const char *found) {
    return bml_fail_(BML_ERROR_UNSUPPORTED, "%s: byte %zu: pre_tokenizer: found %s", json->path, at,
                     found);
}

static bml_status read_type(split *s, bml_json_ *json) {
    bml_status status = bml_json_string_(json);
    if (status)
        return status;
    if (bml_json_is_(json, "ByteLevel"))
        s->byte_level = true;
    else if (bml_json_is_(json, "Split"))
        s->split = true;
    else if (bml_json_is_(json, "Sequence"))
        s->sequence = true;
    else
        return bml_fail_(BML_ERROR_UNSUPPORTED,
                         "%s: found the pre_tokenizer %s, expected ByteLevel, Split or Sequence",
                         json->path, json->string);
    return BML_OK;
}

/* {"Regex": "..."} */
static bml_status read_pattern(void *context, bml_json_ *json) {
    split *s = context;
    bool regex = bml_json_is_(json, "Regex");
    bml_status status = bml_json_string_(json);
    if (!status && regex)
        s->known = bml_pattern_of_regex_(&s->pattern, json->string, json->string_size);
    return status;
}

static bml_status read_list(split *s, bml_json_ *json, bool nested);

static bml_status read_field(split *s, bml_json_ *json, bool nested) {
    if (bml_json_is_(json, "type"))
        return read_type(s, json);
    if (bml_json_is_(json, "add_prefix_space"))
        return bml_json_bool_(json, &s->prefix_space);
    if (bml_json_is_(json, "use_regex"))
        return bml_json_bool_(json, &s->regex);
    if (bml_json_is_(json, "invert"))
        return bml_json_bool_(json, &s->invert);
    if (bml_json_is_(json, "pattern"))
        return bml_json_object_(json, read_pattern, s);
    if (bml_json_is_(json, "pretokenizers") && !nested)
        return read_list(s, json, true);
    bool behavior = bml_json_is_(json, "behavior");
    if (!behavior)
        return bml_json_skip_(json);
    bml_status status = bml_json_string_(json);
    s->isolated = !status && bml_json_is_(json, "Isolated");
    return status;
}

static bml_status read_object(split *s, bml_json_ *json, bool nested) {
    bool first = true, more;
    bml_status status = bml_json_open_(json, '{');
    while (!status) {
        status = bml_json_next_(json, '{', &first, &more);
        if (!status && more)
            status = bml_json_key_(json);
        if (status || !more)
            break;
        status = read_field(s, json, nested);
    }
    return status;
}

/* Of a Sequence: one Split at most, then ByteLevel. */
static bml_status read_list(split *s, bml_json_ *json, bool nested) {
    bool first = true, more;
    bml_status status = bml_json_open_(json, '[');
    for (int i = 0; !status; i++) {
        status = bml_json_next_(json, '[', &first, &more);
        if (status || !more)
            break;
        (void)bml_json_peek_(json);
        size_t at = json->at;
        bool before = s->byte_level, split_before = s->split;
        if (before)
            return unsupported(json, at, "more after ByteLevel");
        status = read_object(s, json, nested);
        if (!status && split_before && !s->byte_level)
            return unsupported(json, at, "a second Split");
    }
    return status;
}

bml_status bml_read_split_(bml_pattern *pattern, bml_json_ *json) {
    split s = {.regex = true, .isolated = true};
    (void)bml_json_peek_(json);
    size_t at = json->at;
    bml_status status = read_object(&s, json, false);
    if (status)
        return status;
    if (!s.byte_level)
        return unsupported(json, at, "no ByteLevel");
    if (s.prefix_space)
        return unsupported(json, at, "add_prefix_space");
    if (s.split && (!s.known || !s.isolated || s.invert || s.regex))
        return unsupported(json, at,
                           !s.known  ? "a Split by an expression that is not known"
                           : s.regex ? "both a Split and ByteLevel with use_regex"
                                     : "a Split that is inverted or not Isolated");
    *pattern = s.split ? s.pattern : s.regex ? BML_PATTERN_GPT2 : BML_PATTERN_NONE;
    return BML_OK;
}
