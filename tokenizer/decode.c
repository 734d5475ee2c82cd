#include "tokenizer_internal.h"

#include "utf8_internal.h"

static bml_status fail_id(const bml_tokenizer *t, size_t i, uint32_t id) {
    const bml_vocabulary_ *v = &t->vocabulary;
    if (id < v->limit)
        return bml_fail_(BML_ERROR_RANGE, "ids[%zu]: found %u, which is no token of %s", i, id,
                         t->name);
    return bml_fail_(BML_ERROR_RANGE, "ids[%zu]: found %u, expected an id below %u (%s)", i, id,
                     v->limit, t->name);
}

/* *sum := the bytes of all of them. */
static bml_status add_up(size_t *sum, const bml_tokenizer *t, const uint32_t *ids, size_t count) {
    const bml_vocabulary_ *v = &t->vocabulary;
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++) {
        if (!bml_token_exists_(v, ids[i]))
            return fail_id(t, i, ids[i]);
        if (bml_token_size_(v, ids[i]) > PTRDIFF_MAX - bytes)
            return bml_fail_(BML_ERROR_SIZE, "ids[%zu]: the text is over what can be addressed", i);
        bytes += bml_token_size_(v, ids[i]);
    }
    *sum = bytes;
    return BML_OK;
}

bml_status bml_tokenizer_decode(const bml_tokenizer *tokenizer, bml_bytes *out, const uint32_t *ids,
                                size_t count) {
    const bml_vocabulary_ *v = &tokenizer->vocabulary;
    size_t sum;
    bml_status status = add_up(&sum, tokenizer, ids, count);
    if (!status && sum > PTRDIFF_MAX - out->size)
        status = bml_fail_(BML_ERROR_SIZE, "%zu and %zu bytes are over what can be addressed",
                           out->size, sum);
    if (!status)
        status = bml_bytes_reserve_(out, out->size + sum);
    if (status)
        return status;
    for (size_t i = 0; i < count; i++) {
        size_t size = bml_token_size_(v, ids[i]);
        memcpy(out->data + out->size, bml_token_bytes_(v, ids[i]), size);
        out->size += size;
    }
    return BML_OK;
}

bml_status bml_tokenizer_offsets(const bml_tokenizer *tokenizer, size_t *offsets,
                                 const uint32_t *ids, size_t count) {
    size_t sum;
    bml_status status = add_up(&sum, tokenizer, ids, count);
    if (status)
        return status;
    offsets[0] = 0;
    for (size_t i = 0; i < count; i++)
        offsets[i + 1] = offsets[i] + bml_token_size_(&tokenizer->vocabulary, ids[i]);
    return BML_OK;
}

/* Of how many bytes at the end of a text more could make one UTF-8 character. */
static size_t incomplete_size(const uint8_t *text, size_t size) {
    for (size_t back = size < 3 ? size : 3; back > 0; back--) {
        size_t missing;
        if (!bml_utf8_size_(text + size - back, back, &missing) && missing)
            return back;
    }
    return 0;
}

bml_status bml_tokenizer_stream(const bml_tokenizer *tokenizer, bml_stream *stream, bml_bytes *out,
                                uint32_t id) {
    const unsigned char *bytes;
    size_t size, before = out->size;
    bml_status status = bml_tokenizer_token(tokenizer, &bytes, &size, id);
    if (!status)
        status = bml_bytes_reserve_(out, before + stream->count + size);
    if (!status)
        status = bml_bytes_add_(out, stream->held, stream->count);
    if (!status)
        status = bml_bytes_add_(out, bytes, size);
    if (status)
        return status;
    stream->count = incomplete_size(out->data + before, out->size - before);
    out->size -= stream->count;
    memcpy(stream->held, out->data + out->size, stream->count);
    return BML_OK;
}

bml_status bml_stream_end(bml_stream *stream, bml_bytes *out) {
    bml_status status = bml_bytes_add_(out, stream->held, stream->count);
    if (!status)
        *stream = (bml_stream){0};
    return status;
}

bml_status bml_tokenizer_token(const bml_tokenizer *tokenizer, const unsigned char **data,
                               size_t *size, uint32_t id) {
    if (!bml_token_exists_(&tokenizer->vocabulary, id))
        return fail_id(tokenizer, 0, id);
    *data = bml_token_bytes_(&tokenizer->vocabulary, id);
    *size = bml_token_size_(&tokenizer->vocabulary, id);
    return BML_OK;
}

bml_status bml_tokenizer_find(const bml_tokenizer *tokenizer, uint32_t *id, const void *data,
                              size_t size) {
    uint32_t found = bml_vocabulary_find_(&tokenizer->vocabulary, data, size);
    if (found == BML_NONE_)
        return bml_fail_(BML_ERROR_NOT_FOUND, "no token of %s has these %zu bytes", tokenizer->name,
                         size);
    *id = found;
    return BML_OK;
}

bool bml_tokenizer_is_special(const bml_tokenizer *tokenizer, uint32_t id) {
    const bml_vocabulary_ *v = &tokenizer->vocabulary;
    return bml_token_exists_(v, id) && v->flags[id] & BML_TOKEN_SPECIAL_;
}

bml_tokenizer_info bml_tokenizer_get_info(const bml_tokenizer *tokenizer) {
    const bml_vocabulary_ *v = &tokenizer->vocabulary;
    return (bml_tokenizer_info){tokenizer->name, tokenizer->pattern, v->limit,
                                v->count,        v->special,         tokenizer->rules.count};
}

bml_status bml_tokenizer_piece(const bml_tokenizer *tokenizer, size_t *end, const void *text,
                               size_t size, size_t at) {
    const uint8_t *bytes = text;
    if (at >= size)
        return bml_fail_(BML_ERROR_RANGE, "a piece at byte %zu: the text has %zu", at, size);
    *end = (size_t)(tokenizer->next(bytes + at, bytes + size) - bytes);
    return BML_OK;
}
