#include "cache_internal.h"

const uint8_t bml_key_masks_[BML_SHORT_WORD_ + 1][2][16] = {
#define ROW(n) \
    { \
        {0 < n ? 0xFF : 0,  1 < n ? 0xFF : 0,  2 < n ? 0xFF : 0,  3 < n ? 0xFF : 0, \
         4 < n ? 0xFF : 0,  5 < n ? 0xFF : 0,  6 < n ? 0xFF : 0,  7 < n ? 0xFF : 0, \
         8 < n ? 0xFF : 0,  9 < n ? 0xFF : 0,  10 < n ? 0xFF : 0, 11 < n ? 0xFF : 0, \
         12 < n ? 0xFF : 0, 13 < n ? 0xFF : 0, 14 < n ? 0xFF : 0, 0}, \
        { \
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, n \
        } \
    }
    ROW(0), ROW(1), ROW(2),  ROW(3),  ROW(4),  ROW(5),  ROW(6),  ROW(7),
    ROW(8), ROW(9), ROW(10), ROW(11), ROW(12), ROW(13), ROW(14), ROW(15),
};

static size_t long_of(const uint8_t *word, size_t size, unsigned bits) {
    uint64_t h = size, part;
    for (; size >= 8; word += 8, size -= 8) {
        memcpy(&part, word, 8);
        h = (h ^ part) * UINT64_C(0xD6E8FEB86659FD93);
        h ^= h >> 32;
    }
    part = 0;
    memcpy(&part, word, size);
    h = (h ^ part) * UINT64_C(0xD6E8FEB86659FD93);
    return (size_t)(h >> (64 - bits));
}

static bool find_long(uint32_t *ids, size_t *count, const bml_cache_ *cache, const uint8_t *word,
                      size_t size) {
    const bml_long_ *entry = &cache->longs[long_of(word, size, cache->long_bits)];
    if (entry->size != size || memcmp(entry->word, word, size) != 0)
        return false;
    memcpy(ids, entry->ids, entry->count * sizeof *ids);
    *count = entry->count;
    return true;
}

/* What is found second in its pair is put first, so that what is found often is found at once, and
 * a new word takes the place of one that is not. */
bool bml_cache_find_(uint32_t *ids, size_t *count, bml_cache_ *cache, const uint8_t *word,
                     size_t size) {
    if (size > BML_SHORT_WORD_)
        return size <= BML_LONG_WORD_ && find_long(ids, count, cache, word, size);
    bml_key_ k = bml_key_before_(word, size, word);
    bml_short_ *pair = bml_pair_of_(cache, k), found = pair[0];
    if (!bml_key_equal_(found.key, k)) {
        found = pair[1];
        if (!bml_key_equal_(found.key, k))
            return false;
        pair[1] = pair[0];
        pair[0] = found;
    }
    memcpy(ids, found.count > BML_SHORT_IDS_ ? cache->many + found.ids[0] : found.ids,
           found.count * sizeof *ids);
    *count = found.count;
    return true;
}

static void insert(const bml_cache_ *cache, const bml_short_ *entry) {
    bml_short_ *pair = bml_pair_of_(cache, entry->key);
    pair[pair[0].count ? 1 : 0] = *entry;
}

static bml_status make_shorts(bml_cache_ *cache, unsigned bits) {
    void *block;
    size_t count = (size_t)1 << bits;
    bml_status status = bml_allocate_(&block, count, sizeof *cache->shorts, "a cache of words");
    if (status)
        return status;
    memset(block, 0, count * sizeof *cache->shorts);
    bml_short_ *old = cache->shorts;
    size_t old_count = old ? (size_t)1 << cache->short_bits : 0;
    cache->shorts = block;
    cache->short_bits = bits;
    cache->shorts_kept = 0;
    for (size_t i = 0; i < old_count; i++)
        if (old[i].count)
            insert(cache, &old[i]);
    bml_release_(old);
    return BML_OK;
}

static bml_status make_longs(bml_cache_ *cache, unsigned bits) {
    void *block;
    size_t count = (size_t)1 << bits;
    bml_status status = bml_allocate_(&block, count, sizeof *cache->longs, "a cache of words");
    if (status)
        return status;
    bml_long_ *longs = block, *old = cache->longs;
    for (size_t i = 0; i < count; i++)
        longs[i].size = 0;
    for (size_t i = 0; old && i < (size_t)1 << cache->long_bits; i++)
        if (old[i].size)
            longs[long_of(old[i].word, old[i].size, bits)] = old[i];
    bml_release_(old);
    cache->longs = longs;
    cache->long_bits = bits;
    cache->longs_kept = 0;
    return BML_OK;
}

bml_status bml_cache_start_(bml_cache_ *cache) {
    bml_status status = make_shorts(cache, BML_SHORT_MIN_);
    return status ? status : make_longs(cache, BML_LONG_MIN_);
}

/* Where `count` ids are kept. When there is no more room for any, all short words are forgotten. */
static bml_status keep_many(bml_cache_ *cache, uint32_t *at, const uint32_t *ids, size_t count) {
    size_t need = cache->many_used + BML_SHORT_MOST_IDS_;
    if (need > BML_MANY_MAX_) {
        memset(cache->shorts, 0, sizeof *cache->shorts << cache->short_bits);
        cache->many_used = 0;
    } else if (need > cache->many_room) {
        void *many = cache->many;
        size_t room = need > 2048 ? 2 * need : 4096;
        bml_status status = bml_grow_(&many, &cache->many_room, cache->many_used, room,
                                      sizeof *cache->many, "a cache of words");
        cache->many = many;
        if (status)
            return status;
    }
    *at = (uint32_t)cache->many_used;
    memcpy(cache->many + cache->many_used, ids, count * sizeof *ids);
    cache->many_used += count;
    return BML_OK;
}

static bml_status keep_short(bml_cache_ *cache, const uint8_t *word, size_t size,
                             const uint32_t *ids, size_t count) {
    bml_short_ entry = {bml_key_before_(word, size, word), {0, 0, 0}, (uint32_t)count};
    bml_status status = BML_OK;
    if (++cache->shorts_kept > (size_t)1 << cache->short_bits >> 1 &&
        cache->short_bits < BML_SHORT_MAX_)
        status = make_shorts(cache, cache->short_bits + 2);
    if (!status && count > BML_SHORT_IDS_)
        status = keep_many(cache, &entry.ids[0], ids, count);
    else
        memcpy(entry.ids, ids, (count > BML_SHORT_IDS_ ? 0 : count) * sizeof *ids);
    if (!status)
        insert(cache, &entry);
    return status;
}

bml_status bml_cache_keep_(bml_cache_ *cache, const uint8_t *word, size_t size, const uint32_t *ids,
                           size_t count) {
    if (size <= BML_SHORT_WORD_)
        return keep_short(cache, word, size, ids, count);
    if (size > BML_LONG_WORD_ || count > BML_LONG_IDS_)
        return BML_OK;
    if (++cache->longs_kept > (size_t)1 << cache->long_bits >> 1 &&
        cache->long_bits < BML_LONG_MAX_) {
        bml_status status = make_longs(cache, cache->long_bits + 2);
        if (status)
            return status;
    }
    bml_long_ *entry = &cache->longs[long_of(word, size, cache->long_bits)];
    entry->size = (uint8_t)size;
    entry->count = (uint8_t)count;
    memcpy(entry->word, word, size);
    memcpy(entry->ids, ids, count * sizeof *ids);
    return BML_OK;
}
