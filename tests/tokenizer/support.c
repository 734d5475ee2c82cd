#include "support.h"
#include "random.h"

#include <stdlib.h>
#include <unistd.h>

bool bml_test_shared(char path[1024], const char *name) {
    const char *shared = getenv("BENDML_SHARED");
    if (shared)
        snprintf(path, 1024, "%s/%s", shared, name);
    else
        snprintf(path, 1024, "%s/../shared/%s", SOURCE_DIR, name);
    return access(path, R_OK) == 0;
}

bml_tokenizer *bml_test_open(const char *encoding) {
    bml_tokenizer *t = NULL;
    char name[80], path[1024];
    snprintf(name, sizeof name, "data/tokenizer/%s.tiktoken", encoding);
    bool built_in = strcmp(encoding, "gpt2") == 0;
    if (!built_in && !bml_test_shared(path, name))
        return NULL;
    ASSERT_OK(bml_tokenizer_open(&t, encoding, built_in ? NULL : path));
    return t;
}

char *bml_test_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s: cannot be opened", path);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    bytes[*size] = '\0';
    fclose(file);
    return bytes;
}

void bml_test_put(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

size_t bml_test_base64(char *text, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t written = 0;
    uint32_t group = 0;
    for (size_t i = 0; i < size && text[i] != '='; i++) {
        const char *digit = strchr(digits, text[i]);
        assert_non_null(digit);
        group = group << 6 | (uint32_t)(digit - digits);
        if (i % 4)
            text[written++] = (char)(group >> (6 - 2 * (i % 4)));
    }
    return written;
}

static const char *const words[] = {
    "a",
    "b",
    "B",
    "'",
    "s",
    "'s",
    "'LL",
    "'re",
    " ",
    " ",
    "\n",
    "\r",
    "\t",
    "1",
    "23",
    "/",
    "(",
    "!",
    "\n  ",
    " \n",
    "the",
    " of",
    "An",
    "\xC3\xA9",
    "\xE4\xB8\xAD",
    "\xC5\xBF",
    "\xCC\x81",
    "\xC2\xA0",
    "\xE3\x80\x80",
    "\xC7\x85",
    "\xCA\xB0",
    "\xD9\xA1",
    "\xC2\xBD",
    "\xF0\x9F\x91\x8D",
    "\xE2\x80\x8D",
    "\xFF",
    "\xC3",
    "\xED\xA0\x80",
    "\xF0\x9F",
    "0",
};
enum { WORDS = sizeof words / sizeof *words };

void bml_test_text(unsigned char *text, size_t size) {
    size_t used = 0;
    while (used < size) {
        uint32_t first = bml_test_random(WORDS), count = 1 + bml_test_random(WORDS - first);
        for (uint32_t i = bml_test_random(60); i > 0 && used < size; i--) {
            const char *word = words[first + bml_test_random(count)];
            size_t length = strlen(word), room = size - used;
            memcpy(text + used, word, length < room ? length : room);
            used += length < room ? length : room;
        }
        if (used < size && bml_test_random(20) == 0)
            text[used++] = '\0';
    }
}
