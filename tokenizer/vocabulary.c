#include "tokenizer_internal.h"

void bml_token_list_free_(bml_token_list_ *list) {
    bml_release_(list->tokens);
    bml_bytes_free(&list->bytes);
    *list = (bml_token_list_){0};
}

bml_status bml_token_list_add_(bml_token_list_ *list, uint32_t id, const void *bytes, size_t size,
                               bool special, const char *where) {
    if (id >= BML_TOKEN_LIMIT)
        return bml_fail_(BML_ERROR_FORMAT, "%s: found the id %u, expected one below %d", where, id,
                         BML_TOKEN_LIMIT);
    if (size == 0)
        return bml_fail_(BML_ERROR_FORMAT, "%s: token %u is empty", where, id);
    if (size >= UINT32_MAX - list->bytes.size)
        return bml_fail_(BML_ERROR_FORMAT, "%s: tokens of 4 GiB or more", where);
    void *tokens = list->tokens;
    bml_status status =
        bml_grow_(&tokens, &list->room, list->count, list->count + 1, sizeof *list->tokens, where);
    list->tokens = tokens;
    uint32_t start = (uint32_t)list->bytes.size;
    if (!status)
        status = bml_bytes_add_(&list->bytes, bytes, size);
    if (!status)
        list->tokens[list->count++] = (struct bml_listed_){id, start, (uint32_t)size, special};
    return status;
}

static uint32_t hash_bytes(const uint8_t *bytes, size_t size) {
    uint64_t h = size * UINT64_C(0x9E3779B97F4A7C15), word;
    for (; size >= 8; bytes += 8, size -= 8) {
        memcpy(&word, bytes, 8);
        h = (h ^ word) * UINT64_C(0xD6E8FEB86659FD93);
        h ^= h >> 32;
    }
    word = 0;
    memcpy(&word, bytes, size);
    h = (h ^ word) * UINT64_C(0xD6E8FEB86659FD93);
    return (uint32_t)(h >> 32);
}

static bool has_bytes(const bml_vocabulary_ *v, uint32_t id, const uint8_t *bytes, size_t size) {
    return bml_token_size_(v, id) == size && memcmp(bml_token_bytes_(v, id), bytes, size) == 0;
}

static uint32_t find(const bml_vocabulary_ *v, const uint8_t *bytes, size_t size,
                     unsigned unwanted) {
    if (size == 0)
        return BML_NONE_;
    uint32_t hash = hash_bytes(bytes, size);
    for (uint32_t at = hash & v->mask;; at = (at + 1) & v->mask) {
        bml_slot_ slot = v->slots[at];
        if (slot.id == BML_NONE_ || (slot.hash == hash && has_bytes(v, slot.id, bytes, size) &&
                                     !(v->flags[slot.id] & unwanted)))
            return slot.id;
    }
}

/* Those that are not special were inserted first, so they are found first. */
uint32_t bml_vocabulary_find_(const bml_vocabulary_ *v, const uint8_t *bytes, size_t size) {
    return find(v, bytes, size, 0);
}

uint32_t bml_vocabulary_find_special_(const bml_vocabulary_ *v, const uint8_t *bytes, size_t size) {
    return find(v, bytes, size, BML_TOKEN_ORDINARY_);
}

static bml_status allocate(bml_vocabulary_ *v, const bml_token_list_ *list) {
    size_t slots = 1024;
    while (slots < 2 * list->count)
        slots *= 2;
    v->mask = (uint32_t)slots - 1;
    void *bytes = NULL, *starts = NULL, *flags = NULL, *table = NULL;
    bml_status status = bml_allocate_(&bytes, list->bytes.size, 1, "a vocabulary");
    if (!status)
        status = bml_allocate_(&starts, (size_t)v->limit + 1, sizeof *v->starts, "a vocabulary");
    if (!status)
        status = bml_allocate_(&flags, v->limit, sizeof *v->flags, "a vocabulary");
    if (!status)
        status = bml_allocate_(&table, slots, sizeof *v->slots, "a vocabulary");
    v->bytes = bytes;
    v->starts = starts;
    v->flags = flags;
    v->slots = table;
    return status;
}

void bml_vocabulary_free_(bml_vocabulary_ *v) {
    bml_release_(v->bytes);
    bml_release_(v->starts);
    bml_release_(v->flags);
    bml_release_(v->slots);
    *v = (bml_vocabulary_){0};
}

/* starts[id] is the size of token id at first, then the sum of those before it. */
static bml_status lay_out(bml_vocabulary_ *v, const bml_token_list_ *list, const char *where) {
    memset(v->slots, 0xFF, ((size_t)v->mask + 1) * sizeof *v->slots);
    memset(v->starts, 0, ((size_t)v->limit + 1) * sizeof *v->starts);
    for (size_t i = 0; i < list->count; i++) {
        const struct bml_listed_ *token = &list->tokens[i];
        if (v->starts[token->id])
            return bml_fail_(BML_ERROR_FORMAT, "%s: the id %u comes twice", where, token->id);
        v->starts[token->id] = token->size;
        v->flags[token->id] = token->special ? BML_TOKEN_SPECIAL_ : BML_TOKEN_ORDINARY_;
    }
    uint32_t sum = 0;
    for (uint32_t id = 0; id <= v->limit; id++) {
        uint32_t size = v->starts[id];
        v->starts[id] = sum;
        sum += size;
    }
    for (size_t i = 0; i < list->count; i++) {
        const struct bml_listed_ *token = &list->tokens[i];
        memcpy(v->bytes + v->starts[token->id], list->bytes.data + token->start, token->size);
    }
    return BML_OK;
}

bml_status bml_vocabulary_check_ids_(const bml_vocabulary_ *v, const char *where) {
    uint32_t last = v->limit;
    while (last > 0 &&
           !(bml_token_exists_(v, last - 1) && v->flags[last - 1] & BML_TOKEN_ORDINARY_))
        last--;
    for (uint32_t id = 0; id < last; id++)
        if (!bml_token_exists_(v, id))
            return bml_fail_(BML_ERROR_FORMAT, "%s: the id %u is missing, expected all of 0 to %u",
                             where, id, last - 1);
    return BML_OK;
}

/* Those that are special, or those that are not; the same bytes may come once as each. */
static bml_status insert(bml_vocabulary_ *v, unsigned kind, const char *where) {
    for (uint32_t id = 0; id < v->limit; id++) {
        size_t size = bml_token_size_(v, id);
        if (!size || v->flags[id] != kind)
            continue;
        const uint8_t *bytes = bml_token_bytes_(v, id);
        uint32_t hash = hash_bytes(bytes, size), at = hash & v->mask;
        for (; v->slots[at].id != BML_NONE_; at = (at + 1) & v->mask)
            if (v->slots[at].hash == hash && v->flags[v->slots[at].id] == kind &&
                has_bytes(v, v->slots[at].id, bytes, size))
                return bml_fail_(BML_ERROR_FORMAT, "%s: the ids %u and %u have the same bytes",
                                 where, v->slots[at].id, id);
        v->slots[at] = (bml_slot_){hash, id};
    }
    return BML_OK;
}

static bml_status find_bytes(bml_vocabulary_ *v, const char *where) {
    for (unsigned byte = 0; byte < 256; byte++) {
        uint32_t id = bml_vocabulary_find_(v, &(uint8_t){(uint8_t)byte}, 1);
        if (id == BML_NONE_ || !(v->flags[id] & BML_TOKEN_ORDINARY_))
            return bml_fail_(BML_ERROR_FORMAT, "%s: there is no token for the byte 0x%02X", where,
                             byte);
        v->byte_ids[byte] = id;
    }
    return BML_OK;
}

bml_status bml_vocabulary_make_(bml_vocabulary_ *v, const bml_token_list_ *list,
                                const char *where) {
    *v = (bml_vocabulary_){0};
    for (size_t i = 0; i < list->count; i++) {
        const struct bml_listed_ *token = &list->tokens[i];
        v->limit = token->id >= v->limit ? token->id + 1 : v->limit;
        v->special += token->special;
    }
    v->count = (uint32_t)list->count;
    if (list->count > BML_TOKEN_LIMIT)
        return bml_fail_(BML_ERROR_FORMAT, "%s: found %zu tokens, expected %d at most", where,
                         list->count, BML_TOKEN_LIMIT);
    bml_status status = allocate(v, list);
    if (!status)
        status = lay_out(v, list, where);
    if (!status)
        status = insert(v, BML_TOKEN_ORDINARY_, where);
    if (!status)
        status = insert(v, BML_TOKEN_SPECIAL_, where);
    if (!status)
        status = find_bytes(v, where);
    if (status)
        bml_vocabulary_free_(v);
    return status;
}
