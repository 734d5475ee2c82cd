/* Any bytes at all as a text: the ids are the slow encoder's, and decode to the same bytes, at once
 * and as a stream. Any numbers at all as ids. The first byte chooses the pattern; the table is a
 * part of GPT-2's that the slow encoder can look through. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/tokenizer/reference.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { TABLES = 5, RULES = 400 };

static bml_tokenizer *tables[TABLES];

/* The first rules of gpt2's table, as merges.txt would have them. */
static void make_tables(void) {
    bml_tokenizer *gpt2 = NULL;
    if (bml_tokenizer_open(&gpt2, "gpt2", NULL) ||
        bml_tokenizer_save_merges(gpt2, NULL, "/tmp/fuzz_merges.txt"))
        abort();
    bml_tokenizer_free(gpt2);
    FILE *from = fopen("/tmp/fuzz_merges.txt", "r"), *to = fopen("/tmp/fuzz_few.txt", "w");
    char line[1000];
    if (!from || !to)
        abort();
    for (int i = 0; i < RULES && fgets(line, sizeof line, from); i++)
        fputs(line, to);
    fclose(from);
    fclose(to);
    for (int i = 0; i < TABLES; i++)
        if (bml_tokenizer_load_merges(&tables[i], NULL, "/tmp/fuzz_few.txt", (bml_pattern)i))
            abort();
}

static void check_stream(const bml_tokenizer *t, const bml_tokens *ids, const uint8_t *text,
                         size_t size) {
    bml_stream stream = {0};
    bml_bytes out = {0};
    for (size_t i = 0; i < ids->count; i++)
        if (bml_tokenizer_stream(t, &stream, &out, ids->ids[i]))
            abort();
    if (bml_stream_end(&stream, &out) || out.size != size || memcmp(out.data, text, size) != 0)
        abort();
    bml_bytes_free(&out);
}

static void check_text(const bml_tokenizer *t, const uint8_t *text, size_t size) {
    bml_tokens found = {0};
    bml_bytes back = {0};
    uint32_t *expected = malloc(size * sizeof *expected);
    if (!expected || bml_tokenizer_encode_ordinary(t, &found, text, size) ||
        bml_tokenizer_decode(t, &back, found.ids, found.count))
        abort();
    size_t count = bml_encode_reference(expected, t, text, size, bml_encode_piece_reference);
    if (count != found.count || memcmp(expected, found.ids, count * sizeof *expected) != 0)
        abort();
    if (back.size != size || memcmp(back.data, text, size) != 0)
        abort();
    check_stream(t, &found, text, size);
    bml_bytes_free(&back);
    bml_tokens_free(&found);
    free(expected);
}

static void decode_any_ids(const bml_tokenizer *t, const uint8_t *bytes, size_t size) {
    uint32_t ids[64];
    size_t count = size / 2 < 64 ? size / 2 : 64;
    bml_bytes out = {0};
    for (size_t i = 0; i < count; i++)
        ids[i] = bytes[2 * i] | (uint32_t)(bytes[2 * i + 1] & 3) << 8;
    (void)!bml_tokenizer_decode(t, &out, ids, count);
    bml_bytes_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    if (!tables[0])
        make_tables();
    if (size < 2 || size > 500)
        return 0;
    const bml_tokenizer *t = tables[bytes[0] % TABLES];
    check_text(t, bytes + 1, size - 1);
    decode_any_ids(t, bytes + 1, size - 1);
    return 0;
}
