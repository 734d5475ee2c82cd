#include "array_internal.h"
#include "safetensors_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "utf8_internal.h"

/* ---- The header: emitted twice, once to count its bytes ---- */

typedef struct header {
    char *text; /* NULL: only count */
    size_t size;
} header;

static void emit(header *h, const char *bytes, size_t size) {
    if (h->text)
        memcpy(h->text + h->size, bytes, size);
    h->size += size;
}

static void emit_text(header *h, const char *text) {
    emit(h, text, strlen(text));
}

static void emit_size(header *h, size_t value) {
    char digits[24];
    snprintf(digits, sizeof digits, "%zu", value);
    emit_text(h, digits);
}

static void emit_string(header *h, const char *string) {
    emit_text(h, "\"");
    for (; *string; string++) {
        char escape[8];
        unsigned char c = (unsigned char)*string;
        if (c < 0x20)
            snprintf(escape, sizeof escape, "\\u%04x", c);
        if (c == '"' || c == '\\')
            emit_text(h, "\\");
        emit(h, c < 0x20 ? escape : string, c < 0x20 ? 6 : 1);
    }
    emit_text(h, "\"");
}

static void emit_metadata(header *h, const char *const *metadata) {
    emit_text(h, "\"__metadata__\":{");
    for (size_t i = 0; metadata[i]; i += 2) {
        emit_text(h, i ? "," : "");
        emit_string(h, metadata[i]);
        emit_text(h, ":");
        emit_string(h, metadata[i + 1]);
    }
    emit_text(h, "}");
}

static size_t bytes_of(const bml_tensor_source *tensor) {
    return tensor->array->rows * tensor->array->cols * bml_dtype_size_(tensor->dtype);
}

static void emit_tensor(header *h, const bml_tensor_source *tensor, size_t begin) {
    emit_string(h, tensor->name);
    emit_text(h, ":{\"dtype\":\"");
    emit_text(h, bml_dtype_name(tensor->dtype));
    emit_text(h, "\",\"shape\":[");
    if (tensor->rank == 2) {
        emit_size(h, tensor->array->rows);
        emit_text(h, ",");
    }
    emit_size(h, tensor->array->cols);
    emit_text(h, "],\"data_offsets\":[");
    emit_size(h, begin);
    emit_text(h, ",");
    emit_size(h, begin + bytes_of(tensor));
    emit_text(h, "]}");
}

/* Padded so that the data starts at a multiple of 8. */
static void emit_header(header *h, const bml_tensor_source *tensors, size_t count,
                        const char *const *metadata) {
    size_t begin = 0;
    emit_text(h, "{");
    if (metadata)
        emit_metadata(h, metadata);
    for (size_t i = 0; i < count; i++) {
        emit_text(h, i || metadata ? "," : "");
        emit_tensor(h, &tensors[i], begin);
        begin += bytes_of(&tensors[i]);
    }
    emit_text(h, "}");
    while (h->size % 8)
        emit_text(h, " ");
}

static bml_status make_header(header *h, const char *path, const bml_tensor_source *tensors,
                              size_t count, const char *const *metadata) {
    header counted = {NULL, 0};
    void *text;
    emit_header(&counted, tensors, count, metadata);
    if (counted.size > BML_HEADER_MAX_)
        return bml_fail_(BML_ERROR_SIZE, "%s: found a header of %zu bytes, expected at most %d",
                         path, counted.size, BML_HEADER_MAX_);
    bml_status status = bml_allocate_(&text, counted.size, 1, path);
    if (status)
        return status;
    *h = (header){text, 0};
    emit_header(h, tensors, count, metadata);
    return BML_OK;
}

/* ---- What is checked before anything is written ---- */

static bml_status check_tensor(const bml_tensor_source *tensor, size_t *total, const char *path) {
    bml_quoted_ name = bml_quote_(tensor->name);
    size_t rows = tensor->array->rows, bytes;
    if (!bml_dtype_is_float_(tensor->dtype))
        return bml_fail_(BML_ERROR_UNSUPPORTED,
                         "%s: tensor %s: found dtype %s, expected F32, F16 or BF16", path,
                         name.text, bml_dtype_name(tensor->dtype));
    if (tensor->rank != 2 && tensor->rank != 1)
        return bml_fail_(BML_ERROR_UNSUPPORTED, "%s: tensor %s: found rank %zu, expected 1 or 2",
                         path, name.text, tensor->rank);
    if (tensor->rank == 1 && rows != 1)
        return bml_fail_(BML_ERROR_SIZE, "%s: tensor %s: found %zu rows, expected 1 for rank 1",
                         path, name.text, rows);
    if (__builtin_mul_overflow(rows, tensor->array->cols, &bytes) ||
        __builtin_mul_overflow(bytes, bml_dtype_size_(tensor->dtype), &bytes) ||
        __builtin_add_overflow(*total, bytes, total) || *total > PTRDIFF_MAX)
        return bml_fail_(BML_ERROR_SIZE, "%s: tensor %s: found [%zu,%zu], over what a file holds",
                         path, name.text, rows, tensor->array->cols);
    return BML_OK;
}

static bml_status check_utf8(const char *string, const char *what, const char *path) {
    size_t size = strlen(string);
    for (size_t at = 0, length; at < size; at += length) {
        length = bml_utf8_size_(string + at, size - at, NULL);
        if (!length)
            return bml_fail_(BML_ERROR_FORMAT, "%s: %s %s: found byte 0x%02x at %zu, not UTF-8",
                             path, what, bml_quote_(string).text, (unsigned char)string[at], at);
    }
    return BML_OK;
}

static int compare_strings(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* Strings are UTF-8 and no two of them equal; sorts them. */
static bml_status check_names(const char **names, size_t count, const char *what,
                              const char *path) {
    bml_status status = BML_OK;
    for (size_t i = 0; !status && i < count; i++)
        status = check_utf8(names[i], what, path);
    if (!status && count)
        qsort(names, count, sizeof *names, compare_strings);
    for (size_t i = 1; !status && i < count; i++)
        if (strcmp(names[i - 1], names[i]) == 0)
            status = bml_fail_(BML_ERROR_FORMAT, "%s: %s %s: found twice, expected once", path,
                               what, bml_quote_(names[i]).text);
    return status;
}

static bml_status check_tensors(const char **names, const bml_tensor_source *tensors, size_t count,
                                const char *path) {
    size_t total = 0;
    for (size_t i = 0; i < count; i++) {
        bml_status status = check_tensor(&tensors[i], &total, path);
        if (status)
            return status;
        if (strcmp(tensors[i].name, "__metadata__") == 0)
            return bml_fail_(BML_ERROR_FORMAT,
                             "%s: tensor \"__metadata__\": found the name that the format reserves",
                             path);
        names[i] = tensors[i].name;
    }
    return check_names(names, count, "tensor", path);
}

static bml_status check_metadata(const char **keys, const char *const *metadata, const char *path) {
    size_t count = 0;
    for (size_t i = 0; metadata[i]; i += 2) {
        if (!metadata[i + 1])
            return bml_fail_(BML_ERROR_FORMAT, "%s: metadata %s: found no value, expected one",
                             path, bml_quote_(metadata[i]).text);
        bml_status status = check_utf8(metadata[i + 1], "metadata value", path);
        if (status)
            return status;
        keys[count++] = metadata[i];
    }
    return check_names(keys, count, "metadata", path);
}

static bml_status check_all(const char *path, const bml_tensor_source *tensors, size_t count,
                            const char *const *metadata) {
    size_t strings = 0;
    void *names;
    while (metadata && metadata[strings])
        strings += metadata[strings + 1] ? 2 : 1;
    bml_status status =
        bml_allocate_(&names, count > strings ? count : strings, sizeof(const char *), path);
    if (status)
        return status;
    status = check_tensors(names, tensors, count, path);
    if (!status && metadata)
        status = check_metadata(names, metadata, path);
    bml_release_(names);
    return status;
}

/* ---- Writing ---- */

static bml_status write_row(bml_replacement_ *file, const float *row, size_t count,
                            bml_dtype dtype) {
    unsigned char bytes[1024];
    const size_t size = bml_dtype_size_(dtype), room = sizeof bytes / size;
    while (count) {
        size_t part = count < room ? count : room;
        bml_narrow_(bytes, row, part, dtype);
        bml_status status = bml_replace_write_(file, bytes, part * size);
        if (status)
            return status;
        row += part;
        count -= part;
    }
    return BML_OK;
}

static bml_status write_tensor(bml_replacement_ *file, const bml_tensor_source *tensor) {
    size_t rows = tensor->array->cols ? tensor->array->rows : 0;
    bml_status status = BML_OK;
    for (size_t i = 0; !status && i < rows; i++)
        status = write_row(file, bml_row_(tensor->array, i), tensor->array->cols, tensor->dtype);
    return status;
}

static bml_status write_file(const char *path, const header *h, const bml_tensor_source *tensors,
                             size_t count) {
    bml_replacement_ file;
    unsigned char length[BML_LENGTH_BYTES_];
    bml_status status = bml_replace_begin_(&file, path);
    if (status)
        return status;
    for (size_t i = 0; i < sizeof length; i++)
        length[i] = (unsigned char)((uint64_t)h->size >> 8 * i);
    status = bml_replace_write_(&file, length, sizeof length);
    if (!status)
        status = bml_replace_write_(&file, h->text, h->size);
    for (size_t i = 0; !status && i < count; i++)
        status = write_tensor(&file, &tensors[i]);
    return bml_replace_end_(&file, status);
}

bml_status bml_safetensors_write(const char *path, const bml_tensor_source *tensors, size_t count,
                                 const char *const *metadata) {
    header h;
    bml_status status = check_all(path, tensors, count, metadata);
    if (!status)
        status = make_header(&h, path, tensors, count, metadata);
    if (status)
        return status;
    status = write_file(path, &h, tensors, count);
    bml_release_(h.text);
    return status;
}
