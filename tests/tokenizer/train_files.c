/* Training on files; a trained table saved, read back and used; and every allocation failing. */
#include "failing_allocator.h"
#include "random.h"
#include "support.h"

#include <stdlib.h>

enum { SIZE = 30000 };

static unsigned char text[SIZE];
static const char *const special[] = {"<|end|>", "<|pad|>"};

static bml_tokenizer *train(bml_pattern pattern) {
    bml_tokenizer *t = NULL;
    bml_train_options options = {
        .vocabulary = 1500, .pattern = pattern, .special = special, .special_count = 2};
    ASSERT_OK(bml_tokenizer_train(&t, &options, &(bml_text){text, SIZE}, 1));
    return t;
}

/* Tokens, and the ids of texts. */
static void expect_same(const bml_tokenizer *a, const bml_tokenizer *b, size_t tokens) {
    unsigned char bytes[1000];
    for (uint32_t id = 0; id < tokens; id++) {
        const unsigned char *data, *other;
        size_t size, other_size;
        ASSERT_OK(bml_tokenizer_token(a, &data, &size, id));
        ASSERT_OK(bml_tokenizer_token(b, &other, &other_size, id));
        assert_int_equal(size, other_size);
        assert_memory_equal(data, other, size);
        assert_int_equal(bml_tokenizer_is_special(a, id), bml_tokenizer_is_special(b, id));
    }
    for (int round = 0; round < 200; round++) {
        bml_tokens ids = {0}, others = {0};
        size_t size = bml_test_random(sizeof bytes);
        bml_test_text(bytes, size);
        ASSERT_OK(bml_tokenizer_encode_ordinary(a, &ids, bytes, size));
        ASSERT_OK(bml_tokenizer_encode_ordinary(b, &others, bytes, size));
        assert_int_equal(ids.count, others.count);
        if (ids.count)
            assert_memory_equal(ids.ids, others.ids, ids.count * sizeof *ids.ids);
        bml_tokens_free(&ids);
        bml_tokens_free(&others);
    }
}

static void what_is_saved_is_read_back(void **state) {
    (void)state;
    for (int pattern = 0; pattern < BML_PATTERN_COUNT; pattern++) {
        bml_tokenizer *t = train((bml_pattern)pattern), *read = NULL;
        size_t tokens = bml_tokenizer_get_info(t).tokens;
        assert_true(tokens > 600);
        ASSERT_OK(bml_tokenizer_save_json(t, "trained.json"));
        ASSERT_OK(bml_tokenizer_load_json(&read, "trained.json"));
        assert_int_equal(bml_tokenizer_get_info(read).pattern, pattern);
        expect_same(t, read, tokens);
        bml_tokenizer_free(read);
        ASSERT_OK(bml_tokenizer_save_merges(t, "trained.vocab", "trained.merges"));
        ASSERT_OK(bml_tokenizer_load_merges(&read, "trained.vocab", "trained.merges",
                                            (bml_pattern)pattern));
        expect_same(t, read, tokens);
        bml_tokenizer_free(read);
        ASSERT_OK(bml_tokenizer_load_merges(&read, NULL, "trained.merges", (bml_pattern)pattern));
        expect_same(t, read, tokens - 2);
        bml_tokenizer_free(read);
        bml_special_token kept[] = {{special[0], (uint32_t)tokens - 2},
                                    {special[1], (uint32_t)tokens - 1}};
        ASSERT_OK(bml_tokenizer_save_tiktoken(t, "trained.tiktoken"));
        ASSERT_OK(
            bml_tokenizer_load_tiktoken(&read, "trained.tiktoken", (bml_pattern)pattern, kept, 2));
        expect_same(t, read, tokens);
        bml_tokenizer_free(read);
        bml_tokenizer_free(t);
    }
}

static void any_bytes_survive(void **state) {
    (void)state;
    unsigned char bytes[1000];
    for (int pattern = 0; pattern < BML_PATTERN_COUNT; pattern++) {
        bml_tokenizer *t = train((bml_pattern)pattern);
        for (int round = 0; round < 100; round++) {
            bml_tokens ids = {0};
            bml_bytes decoded = {0};
            size_t size = bml_test_random(sizeof bytes);
            bml_test_text(bytes, size);
            for (size_t i = 0; round % 2 && i < size; i++)
                bytes[i] = (unsigned char)bml_test_random(256);
            ASSERT_OK(bml_tokenizer_encode_ordinary(t, &ids, bytes, size));
            ASSERT_OK(bml_tokenizer_decode(t, &decoded, ids.ids, ids.count));
            assert_int_equal(decoded.size, size);
            if (size)
                assert_memory_equal(decoded.data, bytes, size);
            bml_tokens_free(&ids);
            bml_bytes_free(&decoded);
        }
        bml_tokenizer_free(t);
    }
}

/* More files than are mapped at once, some of them empty. */
static void files_are_texts(void **state) {
    (void)state;
    enum { FILES = 600 };
    static char names[FILES][32];
    static const char *paths[FILES];
    static bml_text texts[FILES];
    size_t at = 0;
    for (size_t i = 0; i < FILES; i++) {
        size_t size = i % 7 ? bml_test_random(SIZE / FILES) : 0;
        sprintf(names[i], "train_%zu.txt", i);
        paths[i] = names[i];
        texts[i] = (bml_text){text + at, size};
        bml_test_put(names[i], text + at, size);
        at += size;
    }
    bml_tokenizer *a = NULL, *b = NULL;
    bml_train_options options = {.vocabulary = 700, .pattern = BML_PATTERN_O200K};
    ASSERT_OK(bml_tokenizer_train(&a, &options, texts, FILES));
    ASSERT_OK(bml_tokenizer_train_files(&b, &options, paths, FILES));
    expect_same(a, b, bml_tokenizer_get_info(a).tokens);
    bml_tokenizer_free(a);
    bml_tokenizer_free(b);
    b = NULL;
    paths[FILES - 1] = "no/such/file.txt";
    ASSERT_FAILS(bml_tokenizer_train_files(&b, &options, paths, FILES), BML_ERROR_IO,
                 "no/such/file.txt: No such file");
    assert_null(b);
    for (size_t i = 0; i < FILES; i++)
        remove(names[i]);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    static const char *const paths[] = {"train_memory.txt"};
    bml_test_put(paths[0], text, SIZE);
    bml_train_options options = {.vocabulary = 1500, .special = special, .special_count = 2};
    for (size_t threads = 1; threads <= 2; threads++) {
        bml_set_threads(threads);
        bml_status status = BML_ERROR_MEMORY;
        for (size_t k = 1; status; k++) {
            bml_tokenizer *t = NULL;
            bml_test_fail_at(k);
            status = bml_tokenizer_train_files(&t, &options, paths, 1);
            assert_int_equal(status == BML_OK, bml_test_calls() < k);
            if (status) {
                assert_int_equal(status, BML_ERROR_MEMORY);
                assert_non_null(strstr(bml_error_text(), "no memory for"));
                assert_null(t);
            } else
                assert_true(k > 40);
            bml_tokenizer_free(t);
            assert_int_equal(bml_test_live_blocks(), 0);
        }
    }
    bml_test_fail_at(0);
    bml_set_threads(0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_saved_is_read_back),
        cmocka_unit_test(any_bytes_survive),
        cmocka_unit_test(files_are_texts),
        cmocka_unit_test(every_allocation_may_fail),
    };
    bml_test_fail_at(0);
    bml_test_text(text, SIZE);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
