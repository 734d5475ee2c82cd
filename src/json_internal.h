/* A JSON text (RFC 8259), read from front to end. Nothing is allocated but the copy it is read in:
 * strings are decoded where they stand. A string is therefore read once; what is only moved over
 * stays as it was, and can be read later.
 *
 * No general parser: jansson 2.14 allocates for every value and does not notice when the buffer of
 * a token cannot grow: it loses a byte of a number or a name, or writes past the string. */
#ifndef BML_JSON_INTERNAL_H
#define BML_JSON_INTERNAL_H

#include <string.h>

#include "base_internal.h"

/* What a kind of text allows, and how its errors speak. */
typedef struct bml_json_style_ {
    const char *part;                   /* "header": what of the file the text is */
    size_t before;                      /* bytes of the file before it */
    bool lines;                         /* a place is "line 2, byte 9" and not "header at byte 9" */
    bool nul;                           /* strings may have \u0000 */
    const char *byte, *digits;          /* of one that does not print: "byte 0x", 0 to f */
    const char *object, *list, *string; /* what was expected */
    const char *next_key, *next_item;   /* the same after a value */
    const char *character, *plain, *escape; /* the same in a string; plain: no control */
    const char *bad_unicode;                /* before a \u that is no character */
    const char *no_end; /* of a string, told at its start; NULL: the end is where `string` was */
} bml_json_style_;

typedef struct bml_json_ {
    char *text; /* changes as the cursor moves on */
    size_t size, at;
    const char *path;   /* for error texts */
    const char *source; /* what `text` is a copy of, where lines are counted */
    const bml_json_style_ *style;
    char *string; /* the newest, decoded, in `text` and as long as that; NUL follows */
    size_t string_size;
} bml_json_;

enum { BML_JSON_DEPTH_ = 64 }; /* of brackets in what is moved over */

/* ---- json.c ---- */

/* Makes the copy, which also holds the path. It is the caller's: bml_release_(json->text). */
BML_MUST_USE bml_status bml_json_begin_(bml_json_ *json, const void *source, size_t size,
                                        const char *path, const bml_json_style_ *style);
/* `format` says what was found and expected at the byte `at`. */
bml_status bml_json_fail_(const bml_json_ *json, size_t at, const char *format, ...)
    BML_PRINTF_(3, 4);
/* The same of the byte that is there, or the end. */
bml_status bml_json_expected_(const bml_json_ *json, size_t at, const char *expected);
/* What comes next but white space: one of {["tfn0-, a closing bracket, ... or '\0' at the end. */
char bml_json_peek_(bml_json_ *json);
/* Moves over white space and, if it comes next, over `c`, or over `word`. */
bool bml_json_take_(bml_json_ *json, char c);
bool bml_json_take_word_(bml_json_ *json, const char *word);
/* json->string := the string that comes next. UTF-8 is checked. */
BML_MUST_USE bml_status bml_json_string_(bml_json_ *json);
/* Checks it all the same, and leaves it as it is. */
BML_MUST_USE bml_status bml_json_skip_string_(bml_json_ *json);

static inline bool bml_json_is_(const bml_json_ *json, const char *text) {
    return json->string_size == strlen(text) && memcmp(json->string, text, json->string_size) == 0;
}

/* The place of the opening quote of a string that has been read. */
static inline size_t bml_json_place_(const bml_json_ *json, const char *string) {
    return (size_t)(string - json->text) - 1;
}

/* ---- json_values.c ---- */

/* Whole numbers. What follows the digits of a size is left to the caller. */
BML_MUST_USE bml_status bml_json_size_(bml_json_ *json, size_t *value);
BML_MUST_USE bml_status bml_json_uint32_(bml_json_ *json, uint32_t *value);
BML_MUST_USE bml_status bml_json_bool_(bml_json_ *json, bool *value);
/* Opens '{' or '['; then next says whether an item comes, or moves over the closing bracket. */
BML_MUST_USE bml_status bml_json_open_(bml_json_ *json, char bracket);
BML_MUST_USE bml_status bml_json_next_(bml_json_ *json, char bracket, bool *first, bool *more);
/* json->string := the key that comes next. */
BML_MUST_USE bml_status bml_json_key_(bml_json_ *json);
/* Moves over the value that comes next, of any kind. */
BML_MUST_USE bml_status bml_json_skip_(bml_json_ *json);
/* After the last value nothing may come. */
BML_MUST_USE bml_status bml_json_end_(bml_json_ *json);

/* Calls visit(context, json) at each value of the object or list that comes next; visit moves over
 * it. In an object the key is json->string. Keys may come twice: visit looks. */
typedef bml_status (*bml_json_visit_)(void *context, bml_json_ *json);
BML_MUST_USE bml_status bml_json_object_(bml_json_ *json, bml_json_visit_ visit, void *context);
BML_MUST_USE bml_status bml_json_list_(bml_json_ *json, bml_json_visit_ visit, void *context);

#endif
