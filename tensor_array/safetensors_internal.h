/* What the reader and the writer of Safetensors files share. */
#ifndef BML_SAFETENSORS_INTERNAL_H
#define BML_SAFETENSORS_INTERNAL_H

#include <bendml/tensor_array.h>

#include "json_internal.h"

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

extern const bml_json_style_ bml_header_style_;
/* Fills in all but map, text and path from the header, whose copy is file->text. */
BML_MUST_USE bml_status bml_header_parse_(bml_safetensors *file, bml_json_ *json);

#endif
