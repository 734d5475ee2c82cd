#include "array_internal.h"
#include "safetensors_internal.h"

#include <stdlib.h>
#include <string.h>

static bml_status header_size(size_t *out, const bml_mapped_file *map, const char *path) {
    uint64_t size = 0;
    if (map->size < BML_LENGTH_BYTES_)
        return bml_fail_(BML_ERROR_FORMAT,
                         "%s: found %zu bytes, expected at least the %d of the header length", path,
                         map->size, BML_LENGTH_BYTES_);
    for (size_t i = 0; i < BML_LENGTH_BYTES_; i++)
        size |= (uint64_t)map->data[i] << 8 * i;
    size_t left = map->size - BML_LENGTH_BYTES_;
    if (size > BML_HEADER_MAX_ || size > left)
        return bml_fail_(BML_ERROR_FORMAT,
                         "%s: header length at byte 0: found %ju, expected at most %zu (the file "
                         "has %zu bytes)",
                         path, (uintmax_t)size,
                         size > BML_HEADER_MAX_ ? (size_t)BML_HEADER_MAX_ : left, map->size);
    *out = (size_t)size;
    return BML_OK;
}

/* The header is parsed in a copy: strings are decoded in place, and another process that writes to
 * the file meanwhile cannot undo a check. */
static bml_status read_header(bml_safetensors *file, const char *path) {
    size_t size = 0;
    bml_json_ json;
    bml_status status = header_size(&size, &file->map, path);
    if (!status)
        status = bml_json_begin_(&json, file->map.data + BML_LENGTH_BYTES_, size, path,
                                 &bml_header_style_);
    if (status)
        return status;
    file->text = json.text;
    file->path = json.path;
    return bml_header_parse_(file, &json);
}

bml_status bml_safetensors_open(bml_safetensors **out, const char *path) {
    void *block;
    bml_status status = bml_allocate_(&block, 1, sizeof **out, path);
    if (status)
        return status;
    bml_safetensors *file = block;
    *file = (bml_safetensors){0};
    status = bml_map_file_(&file->map, path);
    if (!status)
        status = read_header(file, path);
    if (status)
        bml_safetensors_free(file);
    else
        *out = file;
    return status;
}

void bml_safetensors_free(bml_safetensors *file) {
    if (!file)
        return;
    bml_release_(file->metadata);
    bml_release_(file->by_name);
    bml_release_(file->tensors);
    bml_release_(file->text);
    bml_unmap_file_(&file->map);
    bml_release_(file);
}

size_t bml_safetensors_count(const bml_safetensors *file) {
    return file->count;
}

const bml_tensor_info *bml_safetensors_at(const bml_safetensors *file, size_t i) {
    return i < file->count ? &file->tensors[i] : NULL;
}

static int compare_to_name(const void *key, const void *element) {
    const bml_tensor_info *const *info = element;
    return strcmp(key, (*info)->name);
}

const bml_tensor_info *bml_safetensors_find(const bml_safetensors *file, const char *name) {
    const bml_tensor_info **found =
        bsearch(name, file->by_name, file->count, sizeof file->by_name[0], compare_to_name);
    return found ? *found : NULL;
}

static int compare_to_key(const void *key, const void *element) {
    const bml_metadata_ *pair = element;
    return strcmp(key, pair->key);
}

const char *bml_safetensors_metadata(const bml_safetensors *file, const char *key) {
    if (!file->metadata_count)
        return NULL;
    const bml_metadata_ *pair = bsearch(key, file->metadata, file->metadata_count,
                                        sizeof file->metadata[0], compare_to_key);
    return pair ? pair->value : NULL;
}

/* ---- Reading one tensor ---- */

static bml_status check_tensor(const bml_array *y, size_t rank, const bml_safetensors *file,
                               const bml_tensor_info *info) {
    const size_t wanted[] = {y->rows, y->cols}, *shape = wanted + (2 - rank);
    bool fits = info->rank == rank && memcmp(info->shape, shape, rank * sizeof *shape) == 0;
    bool is_float = bml_dtype_is_float_(info->dtype);
    if (fits && is_float)
        return BML_OK;
    return bml_fail_(is_float ? BML_ERROR_SIZE : BML_ERROR_UNSUPPORTED,
                     "%s: tensor %s: found %s %s, expected %s%s", file->path,
                     bml_quote_(info->name).text, bml_dtype_name(info->dtype),
                     bml_shape_text_of_(info->shape, info->rank).text,
                     is_float ? "" : "F32, F16 or BF16 ", bml_shape_text_of_(shape, rank).text);
}

bml_status bml_safetensors_read(bml_array *y, size_t rank, const bml_safetensors *file,
                                const char *name) {
    if (rank != 1 && rank != 2) {
        bml_fault_("bml_safetensors_read", "found rank %zu, expected 1 or 2", rank);
        return bml_fail_(BML_ERROR_SIZE, "bml_safetensors_read: found rank %zu, expected 1 or 2",
                         rank);
    }
    if (rank == 1 && !bml_need_equal_("bml_safetensors_read", "rows of a vector", y->rows, 1))
        return bml_fail_(BML_ERROR_SIZE, "bml_safetensors_read: found %zu rows, expected 1",
                         y->rows);
    const bml_tensor_info *info = bml_safetensors_find(file, name);
    if (!info)
        return bml_fail_(BML_ERROR_NOT_FOUND, "%s: tensor %s: not found among %zu tensors",
                         file->path, bml_quote_(name).text, file->count);
    bml_status status = check_tensor(y, rank, file, info);
    size_t row_bytes = y->cols * bml_dtype_size_(info->dtype), rows = y->cols ? y->rows : 0;
    for (size_t i = 0; !status && i < rows; i++)
        bml_widen_(bml_row_(y, i), (const unsigned char *)info->data + i * row_bytes, y->cols,
                   info->dtype);
    return status;
}
