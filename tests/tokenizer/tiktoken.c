/* The ids are tiktoken's, for its texts and for every code point. An argument names the encoding;
 * gpt2's references are in tests/data, the others' are large and shared. */
#include "support.h"

#include <stdlib.h>

static const char *encoding;
static bml_tokenizer *t;
static size_t column; /* of codepoints.txt */

/* "cl100k_base":[1,2,3] or 1 2 3 */
static void expect_ids(const bml_tokens *found, char *text, const char *line) {
    size_t count = 0;
    while (*text && *text != ']' && *text != '\n') {
        char *end;
        unsigned long id = strtoul(text, &end, 10);
        if (end == text)
            break;
        if (count >= found->count || found->ids[count] != id)
            fail_msg("id %zu: found %u, expected %lu: %.60s", count,
                     count < found->count ? found->ids[count] : 0, id, line);
        count++;
        text = end + (*end == ',' || *end == ' ');
    }
    assert_int_equal(found->count, count);
}

static void check_text(char *base64, size_t size, char *ids, const char *line) {
    bml_tokens tokens = {0};
    bml_bytes bytes = {0};
    char *text = malloc(size + 1);
    assert_non_null(text);
    memcpy(text, base64, size);
    size = bml_test_base64(text, size);
    ASSERT_OK(bml_tokenizer_encode_ordinary(t, &tokens, text, size));
    expect_ids(&tokens, ids, line);
    ASSERT_OK(bml_tokenizer_decode(t, &bytes, tokens.ids, tokens.count));
    assert_int_equal(bytes.size, size);
    if (size)
        assert_memory_equal(bytes.data, text, size);
    bml_bytes_free(&bytes);
    bml_tokens_free(&tokens);
    free(text);
}

static char *open_reference(const char *own, const char *shared, size_t *size) {
    char path[1024];
    if (strcmp(encoding, "gpt2") == 0)
        snprintf(path, sizeof path, TEST_DATA "/tokenizer/%s", own);
    else
        assert_true(bml_test_shared(path, shared));
    return bml_test_file(path, size);
}

static void has_the_ids_of_all_texts(void **state) {
    (void)state;
    size_t size, count = 0;
    char *all = open_reference("gpt2_cases.txt", "data/tokenizer/cases.jsonl", &size), key[40];
    snprintf(key, sizeof key, "\"%s\":[", encoding);
    for (char *line = all, *next; *line; line = next, count++) {
        next = strchr(line, '\n') + 1;
        char *text = strstr(line, "_base64\":\""), *ids = strstr(line, key);
        if (text) {
            text += strlen("_base64\":\"");
            check_text(text, strcspn(text, "\""), ids + strlen(key), line);
        } else {
            size_t width = strcspn(line, " \n");
            check_text(line, *line == '-' ? 0 : width, line + width + (line[width] == ' '), line);
        }
    }
    assert_int_equal(count, 485);
    free(all);
}

static size_t put_point(unsigned char *p, uint32_t c) {
    if (c < 0x80) {
        p[0] = (unsigned char)c;
        return 1;
    }
    size_t size = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = size; i-- > 1; c >>= 6)
        p[i] = (unsigned char)(0x80 | (c & 0x3F));
    p[0] = (unsigned char)((0xF00u >> size & 0xFF) | c);
    return size;
}

static void add_point(bml_test_sha256 *hash, bml_tokens *tokens, uint32_t c) {
    unsigned char text[40];
    size_t size = 0;
    for (const char *p = "a.1. ..\n.x"; *p; p++)
        if (*p == '.')
            size += put_point(text + size, c);
        else
            text[size++] = (unsigned char)*p;
    tokens->count = 0;
    ASSERT_OK(bml_tokenizer_encode_ordinary(t, tokens, text, size));
    for (size_t i = 0; i <= tokens->count; i++) {
        uint32_t value = i ? tokens->ids[i - 1] : (uint32_t)tokens->count;
        for (int shift = 0; shift < 32; shift += 8)
            bml_test_sha256_add(hash, &(unsigned char){(unsigned char)(value >> shift)}, 1);
    }
}

static void sees_every_code_point_as_unicode_16(void **state) {
    (void)state;
    size_t size, blocks = 0;
    char *all = open_reference("gpt2_codepoints.txt", "data/tokenizer/codepoints.txt", &size);
    bml_tokens tokens = {0};
    for (char *line = all, *next; *line; line = next) {
        next = strchr(line, '\n') + 1;
        if (*line == '#')
            continue;
        bml_test_sha256 hash;
        char found[65];
        uint32_t first = (uint32_t)strtoul(line, NULL, 16);
        bml_test_sha256_start(&hash);
        for (uint32_t c = first; c < first + 4096; c++)
            if (c < 0xD800 || c >= 0xE000)
                add_point(&hash, &tokens, c);
        bml_test_sha256_end(&hash, found);
        const char *expected = line;
        for (size_t i = 0; i < column; i++)
            expected = strchr(expected, ' ') + 1;
        if (strncmp(expected, found, 64) != 0)
            fail_msg("%.6s: found %s, expected %.64s", line, found, expected);
        blocks++;
    }
    assert_int_equal(blocks, 272);
    bml_tokens_free(&tokens);
    free(all);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_the_ids_of_all_texts),
        cmocka_unit_test(sees_every_code_point_as_unicode_16),
    };
    encoding = argc > 1 ? argv[1] : "gpt2";
    column = strcmp(encoding, "gpt2") == 0 ? 1 : strcmp(encoding, "cl100k_base") == 0 ? 2 : 3;
    t = bml_test_open(encoding);
    if (!t) {
        printf("SKIP: no shared table of %s (BENDML_SHARED)\n", encoding);
        return 77;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    bml_tokenizer_free(t);
    return failed;
}
