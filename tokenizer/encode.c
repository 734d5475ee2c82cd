#include "cache_internal.h"

static bml_status encode_plain(bml_tokens *out, const bml_tokenizer *t, bml_cache_ *cache,
                               const uint8_t *text, size_t size) {
    while (size) {
        size_t used;
        bml_status status = bml_encode_some_(out, t, cache, text, size, &used);
        if (status)
            return status;
        text += used;
        size -= used;
    }
    return BML_OK;
}

static bml_status encode_special(bml_tokens *out, const bml_tokenizer *t, bml_cache_ *cache,
                                 const uint8_t *text, size_t size, const bml_special *special) {
    for (size_t at = 0; at < size;) {
        size_t start;
        uint32_t id;
        bml_status status = bml_special_next_(&start, &id, t, text, size, at, special);
        if (!status)
            status = encode_plain(out, t, cache, text + at, start - at);
        if (!status && id != BML_NONE_)
            status = bml_tokens_reserve_(out, out->count + 1);
        if (status)
            return status;
        at = start;
        if (id != BML_NONE_) {
            out->ids[out->count++] = id;
            at += bml_token_size_(&t->vocabulary, id);
        }
    }
    return BML_OK;
}

/* A first guess at how many ids there will be, so that a large buffer is seldom copied. */
static size_t guess(size_t size) {
    return size < 64 ? size + 16 : size / 2 + 64;
}

/* `special` is NULL for an ordinary text. */
static bml_status encode(bml_tokens *out, const bml_tokenizer *t, const bml_text *text,
                         const bml_special *special) {
    size_t before = out->count;
    bml_cache_ *cache;
    bml_status status = bml_cache_take_(&cache, t);
    if (status)
        return status;
    status = bml_tokens_reserve_(out, before + guess(text->size));
    if (!status)
        status = special ? encode_special(out, t, cache, text->data, text->size, special)
                         : encode_plain(out, t, cache, text->data, text->size);
    bml_cache_give_(cache, t);
    if (status)
        out->count = before;
    return status;
}

bml_status bml_tokenizer_encode_ordinary(const bml_tokenizer *tokenizer, bml_tokens *out,
                                         const void *text, size_t size) {
    return encode(out, tokenizer, &(bml_text){text, size}, NULL);
}

static const bml_special none_allowed;

bml_status bml_tokenizer_encode(const bml_tokenizer *tokenizer, bml_tokens *out, const void *text,
                                size_t size, const bml_special *special) {
    if (!special)
        special = &none_allowed;
    bml_status status = bml_special_check_(tokenizer, special);
    return status ? status : encode(out, tokenizer, &(bml_text){text, size}, special);
}

bml_status bml_tokenizer_count(const bml_tokenizer *tokenizer, size_t *count, const void *text,
                               size_t size) {
    bml_cache_ *cache;
    bml_status status = bml_cache_take_(&cache, tokenizer);
    if (status)
        return status;
    const uint8_t *p = text;
    size_t sum = 0, used;
    for (; size && !status; p += used, size -= used) {
        cache->scratch.count = 0;
        status = bml_encode_some_(&cache->scratch, tokenizer, cache, p, size, &used);
        sum += cache->scratch.count;
    }
    bml_cache_give_(cache, tokenizer);
    if (!status)
        *count = sum;
    return status;
}

bml_status bml_tokenizer_encode_into(const bml_tokenizer *tokenizer, uint32_t *ids, size_t room,
                                     size_t *count, size_t *used, const void *text, size_t size) {
    bml_cache_ *cache;
    bml_status status = bml_cache_take_(&cache, tokenizer);
    if (status)
        return status;
    size_t written = 0, at = 0, part = 0, bytes = 0;
    for (; at < size && written < room && !status; at += part) {
        bml_tokens *scratch = &cache->scratch;
        scratch->count = 0;
        status = bml_encode_some_(scratch, tokenizer, cache, (const uint8_t *)text + at, size - at,
                                  &part);
        for (size_t i = 0; i < scratch->count && written < room && !status; i++) {
            ids[written++] = scratch->ids[i];
            bytes += bml_token_size_(&tokenizer->vocabulary, scratch->ids[i]);
        }
    }
    bml_cache_give_(cache, tokenizer);
    if (status)
        return status;
    *count = written;
    if (used)
        *used = bytes;
    return BML_OK;
}

typedef struct batch {
    const bml_tokenizer *tokenizer;
    bml_tokens *out;
    const bml_text *texts;
    size_t count;
    const bml_special *special;
    atomic_flag failed;
    bml_status status; /* what comes here is of the thread that set the flag */
    size_t index;
    char text[1024];
} batch;

static size_t add_sizes(const batch *b, size_t i, size_t sum) {
    size_t size = b->texts[i].size;
    return size < PTRDIFF_MAX - sum - 1 ? sum + size + 1 : PTRDIFF_MAX;
}

/* Texts are cut into bands by bytes, since one may be as long as all others: a text is of the band
 * that its start is in. Each counts one byte more than it has, so that empty ones have a place. */
static void encode_band(void *context, size_t first, size_t last) {
    batch *b = context;
    size_t start = 0;
    for (size_t i = 0; i < b->count && start < last; start = add_sizes(b, i++, start)) {
        if (start < first)
            continue;
        bml_status status = encode(&b->out[i], b->tokenizer, &b->texts[i], b->special);
        if (!status)
            continue;
        if (!atomic_flag_test_and_set(&b->failed)) {
            b->status = status;
            b->index = i;
            memcpy(b->text, bml_error_text(), strlen(bml_error_text()) + 1);
        }
        return;
    }
}

bml_status bml_tokenizer_encode_batch(const bml_tokenizer *tokenizer, bml_tokens *out,
                                      const bml_text *texts, size_t count,
                                      const bml_special *special) {
    enum { BAND = 16384 }; /* bytes that are worth a thread */
    batch b = {tokenizer,        out,    texts, count, special ? special : &none_allowed,
               ATOMIC_FLAG_INIT, BML_OK, 0,     ""};
    bml_status status = bml_special_check_(tokenizer, b.special);
    if (status)
        return status;
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes = add_sizes(&b, i, bytes);
    bml_parallel_(bytes, 1, BAND, encode_band, &b);
    if (b.status)
        return bml_fail_(b.status, "text %zu of %zu: %s", b.index, count, b.text);
    return BML_OK;
}
