#include "safetensors_internal.h"

#include <stdlib.h>
#include <string.h>

#include <bendml/lemmas.h>

const bml_json_style_ bml_header_style_ = {
    .part = "header",
    .before = BML_LENGTH_BYTES_,
    .byte = "byte 0x",
    .digits = "0123456789abcdef",
    .object = "'{'",
    .list = "'['",
    .string = "'\"'",
    .next_key = "',' or '}'",
    .next_item = "',' or ']'",
    .character = "UTF-8",
    .plain = "an escape",
    .escape = "one of \"\\/bfnrtu after a backslash",
    .bad_unicode = "found ",
};

/* Makes room for one more in a block of `count` that has room for *room. */
static bml_status grow(void **block, size_t *room, size_t count, size_t size, const char *path) {
    if (count < *room)
        return BML_OK;
    size_t larger = *room ? *room * 2 : 16;
    void *copy;
    bml_status status = bml_allocate_(&copy, larger, size, path);
    if (status)
        return status;
    if (count)
        memcpy(copy, *block, count * size);
    bml_release_(*block);
    *block = copy;
    *room = larger;
    return BML_OK;
}

/* ---- One tensor ---- */

enum { SEEN_DTYPE = 1, SEEN_SHAPE = 2, SEEN_OFFSETS = 4, SEEN_ALL = 7 };

typedef struct description {
    bml_safetensors *file;
    bml_tensor_info info;
    size_t offsets[2], offset_count;
    unsigned seen;
} description;

static bml_status parse_dtype(description *d, bml_json_ *json) {
    bml_status status = bml_json_string_(json);
    if (!status && !bml_dtype_find_(&d->info.dtype, json->string))
        return bml_fail_(BML_ERROR_UNSUPPORTED,
                         "%s: tensor %s: found dtype %s, expected F32, F16, BF16, F64, BOOL, "
                         "I8 to I64 or U8 to U64",
                         json->path, bml_quote_(d->info.name).text, bml_quote_(json->string).text);
    return status;
}

/* The first `room` numbers of the list here; *count is how many there are. */
static bml_status parse_sizes(bml_json_ *json, size_t *out, size_t room, size_t *count) {
    bool first = true, more = false;
    bml_status status = bml_json_open_(json, '[');
    if (!status)
        status = bml_json_next_(json, '[', &first, &more);
    for (*count = 0; !status && more; ++*count) {
        size_t value = 0;
        status = bml_json_size_(json, &value);
        if (*count < room)
            out[*count] = value;
        if (!status)
            status = bml_json_next_(json, '[', &first, &more);
    }
    return status;
}

static bml_status parse_field(void *context, bml_json_ *json) {
    description *d = context;
    const char *key = json->string;
    unsigned field = strcmp(key, "dtype") == 0          ? SEEN_DTYPE
                     : strcmp(key, "shape") == 0        ? SEEN_SHAPE
                     : strcmp(key, "data_offsets") == 0 ? SEEN_OFFSETS
                                                        : 0;
    if (!field) /* whatever it means, the data is not only what the other fields say */
        return bml_fail_(BML_ERROR_UNSUPPORTED,
                         "%s: tensor %s: found %s, expected dtype, shape and data_offsets only",
                         json->path, bml_quote_(d->info.name).text, bml_quote_(key).text);
    if (d->seen & field)
        return bml_json_fail_(json, bml_json_place_(json, key), "tensor %s: found %s a second time",
                              bml_quote_(d->info.name).text, bml_quote_(key).text);
    d->seen |= field;
    if (field == SEEN_DTYPE)
        return parse_dtype(d, json);
    if (field == SEEN_SHAPE)
        return parse_sizes(json, d->info.shape, BML_TENSOR_MAX_RANK, &d->info.rank);
    return parse_sizes(json, d->offsets, 2, &d->offset_count);
}

static bml_status check_fields(const description *d, const bml_json_ *json, size_t at) {
    const char *missing = !(d->seen & SEEN_DTYPE)   ? "dtype"
                          : !(d->seen & SEEN_SHAPE) ? "shape"
                                                    : "data_offsets";
    bml_quoted_ name = bml_quote_(d->info.name);
    if (d->seen != SEEN_ALL)
        return bml_json_fail_(json, at, "tensor %s: found no %s", name.text, missing);
    if (d->offset_count != 2)
        return bml_json_fail_(json, at, "tensor %s: found %zu data_offsets, expected 2", name.text,
                              d->offset_count);
    if (d->info.rank > BML_TENSOR_MAX_RANK)
        return bml_fail_(BML_ERROR_UNSUPPORTED, "%s: tensor %s: found rank %zu, expected <= %d",
                         json->path, name.text, d->info.rank, BML_TENSOR_MAX_RANK);
    return BML_OK;
}

/* Places the tensor's data, if that lies in the file and has the size that shape and dtype give. */
static bml_status check_data(description *d, const bml_json_ *json, size_t at) {
    size_t start = BML_LENGTH_BYTES_ + json->size, room = d->file->map.size - start;
    size_t begin = d->offsets[0], end = d->offsets[1], bytes;
    bml_quoted_ name = bml_quote_(d->info.name);
    bml_shape_text_ shape = bml_shape_text_of_(d->info.shape, d->info.rank);
    const char *dtype = bml_dtype_name(d->info.dtype);
    if (begin > end || end > room)
        return bml_json_fail_(json, at,
                              "tensor %s: found data_offsets [%zu,%zu], expected begin <= end "
                              "<= %zu (the file has %zu bytes)",
                              name.text, begin, end, room, d->file->map.size);
    if (bml_size_product(&bytes, d->info.shape, d->info.rank) ||
        bml_size_mul(&bytes, bytes, bml_dtype_size_(d->info.dtype)))
        return bml_json_fail_(json, at, "tensor %s: found %s %s, over what can be addressed",
                              name.text, dtype, shape.text);
    if (bytes != end - begin)
        return bml_json_fail_(json, at,
                              "tensor %s: found data_offsets [%zu,%zu] of %zu bytes, expected "
                              "%zu for %s %s",
                              name.text, begin, end, end - begin, bytes, dtype, shape.text);
    d->info.bytes = bytes;
    d->info.file_offset = start + begin;
    d->info.data = d->file->map.data + d->info.file_offset;
    return BML_OK;
}

static bml_status parse_tensor(bml_safetensors *file, bml_json_ *json) {
    size_t at = bml_json_place_(json, json->string);
    description d = {.file = file, .info.name = json->string};
    bml_status status = bml_json_object_(json, parse_field, &d);
    if (!status)
        status = check_fields(&d, json, at);
    if (!status)
        status = check_data(&d, json, at);
    void *tensors = file->tensors;
    if (!status)
        status = grow(&tensors, &file->room, file->count, sizeof d.info, json->path);
    if (status)
        return status;
    file->tensors = tensors;
    file->tensors[file->count++] = d.info;
    return BML_OK;
}

/* ---- The whole header ---- */

static bml_status parse_pair(void *context, bml_json_ *json) {
    bml_safetensors *file = context;
    bml_metadata_ pair = {json->string, NULL};
    bml_status status = bml_json_string_(json);
    void *metadata = file->metadata;
    pair.value = json->string;
    if (!status)
        status =
            grow(&metadata, &file->metadata_room, file->metadata_count, sizeof pair, json->path);
    if (status)
        return status;
    file->metadata = metadata;
    file->metadata[file->metadata_count++] = pair;
    return BML_OK;
}

typedef struct root {
    bml_safetensors *file;
    bool seen_metadata;
} root;

static bml_status parse_entry(void *context, bml_json_ *json) {
    root *r = context;
    if (!bml_json_is_(json, "__metadata__"))
        return parse_tensor(r->file, json);
    if (r->seen_metadata)
        return bml_json_fail_(json, bml_json_place_(json, json->string),
                              "found \"__metadata__\" a second time");
    r->seen_metadata = true;
    return bml_json_object_(json, parse_pair, r->file);
}

/* Spaces may follow the object, so that the data starts aligned; nothing else may. */
static bml_status parse_root(bml_safetensors *file, bml_json_ *json) {
    root r = {file, false};
    if (json->size == 0 || json->text[0] != '{')
        return bml_json_expected_(json, 0, "'{'");
    bml_status status = bml_json_object_(json, parse_entry, &r);
    while (!status && json->at < json->size && json->text[json->at] == ' ')
        json->at++;
    if (!status && json->at < json->size)
        return bml_json_expected_(json, json->at, "nothing but spaces after the object");
    return status;
}

/* ---- What can be told only of all of them ---- */

/* Empty tensors may share a place with others; names lie in the text in the header's order. */
static int compare_place(const void *left, const void *right) {
    const bml_tensor_info *a = left, *b = right;
    if (a->file_offset != b->file_offset)
        return a->file_offset < b->file_offset ? -1 : 1;
    if ((a->bytes == 0) != (b->bytes == 0))
        return a->bytes == 0 ? -1 : 1;
    return (a->name > b->name) - (a->name < b->name);
}

static int compare_name(const void *left, const void *right) {
    const bml_tensor_info *const *a = left, *const *b = right;
    int order = strcmp((*a)->name, (*b)->name);
    return order ? order : ((*a)->name > (*b)->name) - ((*a)->name < (*b)->name);
}

static int compare_key(const void *left, const void *right) {
    const bml_metadata_ *a = left, *b = right;
    int order = strcmp(a->key, b->key);
    return order ? order : (a->key > b->key) - (a->key < b->key);
}

static bml_status check_cover(const bml_safetensors *file, const bml_json_ *json) {
    size_t expected = BML_LENGTH_BYTES_ + json->size;
    for (size_t i = 0; i < file->count; i++) {
        const bml_tensor_info *info = &file->tensors[i];
        if (info->file_offset != expected)
            return bml_fail_(BML_ERROR_FORMAT,
                             "%s: tensor %s: found its data at byte %zu, expected %zu, where that "
                             "before it ends (%s)",
                             file->path, bml_quote_(info->name).text, info->file_offset, expected,
                             info->file_offset < expected ? "an overlap" : "a hole");
        expected += info->bytes;
    }
    if (expected != file->map.size)
        return bml_fail_(BML_ERROR_FORMAT,
                         "%s: found %zu bytes, expected %zu, where the last tensor ends",
                         file->path, file->map.size, expected);
    return BML_OK;
}

static bml_status index_names(bml_safetensors *file, const bml_json_ *json) {
    void *block;
    bml_status status =
        bml_allocate_(&block, file->count, sizeof(const bml_tensor_info *), file->path);
    if (status)
        return status;
    file->by_name = block;
    for (size_t i = 0; i < file->count; i++)
        file->by_name[i] = &file->tensors[i];
    if (file->count)
        qsort(file->by_name, file->count, sizeof file->by_name[0], compare_name);
    for (size_t i = 1; i < file->count; i++)
        if (strcmp(file->by_name[i - 1]->name, file->by_name[i]->name) == 0)
            return bml_json_fail_(json, bml_json_place_(json, file->by_name[i]->name),
                                  "found tensor %s a second time",
                                  bml_quote_(file->by_name[i]->name).text);
    return BML_OK;
}

static bml_status sort_metadata(bml_safetensors *file, const bml_json_ *json) {
    if (file->metadata_count)
        qsort(file->metadata, file->metadata_count, sizeof file->metadata[0], compare_key);
    for (size_t i = 1; i < file->metadata_count; i++)
        if (strcmp(file->metadata[i - 1].key, file->metadata[i].key) == 0)
            return bml_json_fail_(json, bml_json_place_(json, file->metadata[i].key),
                                  "found metadata key %s a second time",
                                  bml_quote_(file->metadata[i].key).text);
    return BML_OK;
}

bml_status bml_header_parse_(bml_safetensors *file, bml_json_ *json) {
    bml_status status = parse_root(file, json);
    if (!status && file->count)
        qsort(file->tensors, file->count, sizeof file->tensors[0], compare_place);
    if (!status)
        status = index_names(file, json); /* before the cover: a name twice explains an overlap */
    if (!status)
        status = sort_metadata(file, json);
    if (!status)
        status = check_cover(file, json);
    return status;
}
