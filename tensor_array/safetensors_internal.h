/* What the reader and the writer of Safetensors files share. */
#ifndef BML_SAFETENSORS_INTERNAL_H
#define BML_SAFETENSORS_INTERNAL_H

#include <bendml/tensor_array.h>

#include "base_internal.h"

enum {
    BML_HEADER_MAX_ = 100000000, /* bytes of JSON, as in the reference implementation */
    BML_LENGTH_BYTES_ = 8,       /* the header's length comes first, and takes so many */
};

/* ---- safetensors_dtype.c ---- */

size_t bml_dtype_size_(bml_dtype dtype);                  /* bytes of an element */
bool bml_dtype_find_(bml_dtype *dtype, const char *name); /* false: none has that name */
bool bml_dtype_is_float_(bml_dtype dtype);                /* F32, F16 or BF16 */

/* count elements of F32, F16 or BF16, little-endian on every host, at any address. */
void bml_widen_(float *y, const unsigned char *bytes, size_t count, bml_dtype dtype);
void bml_narrow_(unsigned char *bytes, const float *x, size_t count, bml_dtype dtype);

/* ---- safetensors_text.c: texts in error messages; returned by value so that they can be arguments
 * ---- */

typedef struct bml_quoted_ {
    char text[112];
} bml_quoted_;

/* "name" in quotes; cut if it is long, and '?' for bytes that would not print. */
bml_quoted_ bml_quote_(const char *name);

typedef struct bml_shape_text_ {
    char text[BML_TENSOR_MAX_RANK * 21 + 2];
} bml_shape_text_;

bml_shape_text_ bml_shape_text_of_(const size_t *shape, size_t rank); /* [784,128] */

/* The bytes of the UTF-8 character that starts here, 1 to 4, or 0 if none does. */
size_t bml_utf8_character_(const char *text, size_t size);

/* ---- safetensors_json.c: a JSON text of exactly the kind a header is ---- */

/* Strings are decoded in place: the text belongs to the cursor and changes as it moves on. */
typedef struct bml_json_ {
    char *text;
    size_t size, at;
    const char *path; /* for error texts */
} bml_json_;

/* `text` says what was found and expected; `at` is where, counted from the header's start. */
bml_status bml_json_fail_(const bml_json_ *json, size_t at, const char *format, ...)
    BML_PRINTF_(3, 4);
/* The same of the byte there, or the header's end. */
bml_status bml_json_fail_found_(const bml_json_ *json, size_t at, const char *expected);
/* Moves over white space, then over `wanted`, or fails. */
BML_MUST_USE bml_status bml_json_expect_(bml_json_ *json, char wanted);
/* *out := the string here, decoded and ended by NUL, valid as long as the text. UTF-8 is checked.
 */
BML_MUST_USE bml_status bml_json_string_(bml_json_ *json, const char **out);
/* The first `room` numbers of the array here; *count is how many there are. */
BML_MUST_USE bml_status bml_json_sizes_(bml_json_ *json, size_t *out, size_t room, size_t *count);
/* Calls visit(context, json, key, at) for each key of the object here, with the cursor at its
 * value, which visit moves over. `at` is the key's place. Keys may come twice: visit looks. */
typedef bml_status (*bml_json_visit_)(void *context, bml_json_ *json, const char *key, size_t at);
BML_MUST_USE bml_status bml_json_object_(bml_json_ *json, bml_json_visit_ visit, void *context);

/* ---- safetensors_header.c ---- */

typedef struct bml_metadata_ {
    const char *key, *value;
} bml_metadata_;

struct bml_safetensors {
    bml_mapped_file map;
    char *text; /* the header's copy, where all names and strings lie, then the path */
    const char *path;
    bml_tensor_info *tensors; /* in the order of their data */
    size_t count, room;
    const bml_tensor_info **by_name;
    bml_metadata_ *metadata; /* by key */
    size_t metadata_count, metadata_room;
};

/* Fills in all but map and path from the header's copy of `size` bytes in file->text. */
BML_MUST_USE bml_status bml_header_parse_(bml_safetensors *file, size_t size);

#endif
