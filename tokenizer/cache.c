#include "cache_internal.h"

static bml_status make(bml_cache_ **out) {
    void *cache;
    bml_status status = bml_allocate_(&cache, 1, sizeof **out, "a cache of words");
    if (status)
        return status;
    memset(cache, 0, sizeof **out);
    status = bml_cache_start_(cache);
    if (status)
        bml_cache_free_(cache);
    else
        *out = cache;
    return status;
}

/* The table of caches is all that changes in a tokenizer. Whoever takes a pointer out of it owns
 * the cache; acquire and release order what is in it. */
bml_status bml_cache_take_(bml_cache_ **cache, const bml_tokenizer *t) {
    bml_tokenizer *shared = (bml_tokenizer *)(uintptr_t)t;
    for (size_t i = 0; i < BML_CACHES_; i++) {
        if (!atomic_load_explicit(&shared->caches[i], memory_order_relaxed))
            continue;
        *cache = atomic_exchange_explicit(&shared->caches[i], NULL, memory_order_acquire);
        if (*cache)
            return BML_OK;
    }
    return make(cache);
}

void bml_cache_give_(bml_cache_ *cache, const bml_tokenizer *t) {
    bml_tokenizer *shared = (bml_tokenizer *)(uintptr_t)t;
    for (size_t i = 0; i < BML_CACHES_; i++) {
        bml_cache_ *empty = NULL;
        if (atomic_compare_exchange_strong_explicit(&shared->caches[i], &empty, cache,
                                                    memory_order_release, memory_order_relaxed))
            return;
    }
    bml_cache_free_(cache);
}

void bml_cache_free_(bml_cache_ *cache) {
    if (!cache)
        return;
    bml_release_(cache->shorts);
    bml_release_(cache->longs);
    bml_release_(cache->many);
    bml_bench_free_(&cache->bench);
    bml_tokens_free(&cache->scratch);
    bml_release_(cache);
}
