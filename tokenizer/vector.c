#include "tokenizer_internal.h"

bml_status bml_grow_(void **pointer, size_t *room, size_t used, size_t need, size_t element,
                     const char *what) {
    if (need <= *room)
        return BML_OK;
    size_t larger = *room + *room / 2;
    void *block;
    bml_status status = bml_allocate_(&block, need > larger ? need : larger, element, what);
    if (status)
        return status;
    if (used)
        memcpy(block, *pointer, used * element);
    bml_release_(*pointer);
    *pointer = block;
    *room = need > larger ? need : larger;
    return BML_OK;
}

bml_status bml_tokens_reserve_(bml_tokens *tokens, size_t need) {
    void *ids = tokens->ids;
    bml_status status =
        bml_grow_(&ids, &tokens->room, tokens->count, need, sizeof *tokens->ids, "token ids");
    tokens->ids = ids;
    return status;
}

bml_status bml_bytes_reserve_(bml_bytes *bytes, size_t need) {
    void *data = bytes->data;
    bml_status status = bml_grow_(&data, &bytes->room, bytes->size, need, 1, "bytes");
    bytes->data = data;
    return status;
}

bml_status bml_bytes_add_(bml_bytes *bytes, const void *data, size_t size) {
    if (size > PTRDIFF_MAX - bytes->size)
        return bml_fail_(BML_ERROR_SIZE, "%zu and %zu bytes are over what can be addressed",
                         bytes->size, size);
    bml_status status = bml_bytes_reserve_(bytes, bytes->size + size);
    if (status)
        return status;
    if (size)
        memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
    return BML_OK;
}

void bml_tokens_free(bml_tokens *tokens) {
    bml_release_(tokens->ids);
    *tokens = (bml_tokens){0};
}

void bml_bytes_free(bml_bytes *bytes) {
    bml_release_(bytes->data);
    *bytes = (bml_bytes){0};
}
