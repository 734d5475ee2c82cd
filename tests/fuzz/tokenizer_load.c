/* Any bytes at all as a rank file, as merges, as a vocabulary and as a tokenizer.json; what loads
 * is saved, read again and does the same. The first byte chooses. */
#define _GNU_SOURCE /* memfd_create */

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <bendml/tokenizer.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const char text[] = "The abc's 12345 \xC3\xA9\xE4\xB8\xAD\n\n  \xFF<end>ababab  ";

static void expect_same(const bml_tokenizer *t, const bml_tokenizer *other) {
    bml_tokens one = {0}, two = {0};
    bml_bytes back = {0};
    if (bml_tokenizer_encode_ordinary(t, &one, text, sizeof text) ||
        bml_tokenizer_encode_ordinary(other, &two, text, sizeof text) ||
        bml_tokenizer_decode(t, &back, one.ids, one.count))
        __builtin_trap();
    if (one.count != two.count || memcmp(one.ids, two.ids, one.count * sizeof *one.ids) != 0 ||
        back.size != sizeof text || memcmp(back.data, text, sizeof text) != 0)
        __builtin_trap();
    bml_bytes_free(&back);
    bml_tokens_free(&one);
    bml_tokens_free(&two);
}

static bml_status load(bml_tokenizer **t, int kind, const char *path) {
    static const bml_special_token end = {"<end>", 4000};
    switch (kind) {
    case 0:
        return bml_tokenizer_load_tiktoken(t, path, BML_PATTERN_O200K, &end, 1);
    case 1:
        return bml_tokenizer_load_merges(t, NULL, path, BML_PATTERN_CL100K);
    case 2:
        return bml_tokenizer_load_merges(t, path, "/dev/null", BML_PATTERN_GPT2);
    default:
        return bml_tokenizer_load_json(t, path);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static int descriptor = -1;
    static char path[40];
    if (descriptor < 0) {
        descriptor = memfd_create("fuzz", 0);
        snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    }
    if (size == 0 || ftruncate(descriptor, 0) != 0 ||
        pwrite(descriptor, bytes + 1, size - 1, 0) != (ssize_t)size - 1)
        return 0;
    bml_tokenizer *t = NULL, *again = NULL;
    if (load(&t, bytes[0] % 4, path) == BML_OK) {
        expect_same(t, t);
        if (bml_tokenizer_save_json(t, "/tmp/fuzz_tokenizer.json") == BML_OK) {
            if (bml_tokenizer_load_json(&again, "/tmp/fuzz_tokenizer.json") != BML_OK)
                __builtin_trap();
            expect_same(t, again);
        }
    }
    bml_tokenizer_free(again);
    bml_tokenizer_free(t);
    return 0;
}
