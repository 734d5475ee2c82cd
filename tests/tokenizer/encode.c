/* Encoding in its other forms: special tokens, counts, part of a text, many texts, many threads. */
#include "support.h"
#include "random.h"

#include <pthread.h>
#include <stdlib.h>

static bml_tokenizer *gpt2;

static void expect(const bml_tokens *found, const uint32_t *ids, size_t count) {
    assert_int_equal(found->count, count);
    if (count)
        assert_memory_equal(found->ids, ids, count * sizeof *ids);
}
#define EXPECT(found, ...) \
    expect(found, (uint32_t[]){__VA_ARGS__}, sizeof(uint32_t[]){__VA_ARGS__} / sizeof(uint32_t))
#define TEXT(string) string, sizeof string - 1

static void special_tokens_are_the_callers_choice(void **state) {
    (void)state;
    bml_tokens tokens = {0};
    uint32_t end = 50256, hello = 15496;
    ASSERT_OK(bml_tokenizer_encode_ordinary(gpt2, &tokens, TEXT("a<|endoftext|>")));
    EXPECT(&tokens, 64, 27, 91, 437, 1659, 5239, 91, 29);
    ASSERT_FAILS(bml_tokenizer_encode(gpt2, &tokens, TEXT("a<|endoftext|>"), NULL),
                 BML_ERROR_FORMAT,
                 "byte 1 of the text: found the special token <|endoftext|> (50256)");
    EXPECT(&tokens, 64, 27, 91, 437, 1659, 5239, 91, 29);
    tokens.count = 0;
    ASSERT_OK(bml_tokenizer_encode(gpt2, &tokens, "<|endoftext|>", 12, NULL)); /* cut short */
    EXPECT(&tokens, 27, 91, 437, 1659, 5239, 91);
    tokens.count = 0;
    bml_special all = {.all = true}, one = {.ids = &end, .count = 1},
                text = {.others_are_text = true};
    ASSERT_OK(bml_tokenizer_encode(gpt2, &tokens, TEXT("<|<|endoftext|>b<|endoftext|>"), &all));
    EXPECT(&tokens, 27, 91, 50256, 65, 50256);
    tokens.count = 0;
    ASSERT_OK(bml_tokenizer_encode(gpt2, &tokens, TEXT("a <|endoftext|>"), &one));
    EXPECT(&tokens, 64, 220, 50256);
    tokens.count = 0;
    ASSERT_OK(bml_tokenizer_encode(gpt2, &tokens, TEXT("a<|endoftext|>"), &text));
    EXPECT(&tokens, 64, 27, 91, 437, 1659, 5239, 91, 29);
    bml_special wrong = {.ids = &hello, .count = 1};
    ASSERT_FAILS(bml_tokenizer_encode(gpt2, &tokens, TEXT("a"), &wrong), BML_ERROR_RANGE,
                 "found the id 15496, which is not a special token of gpt2");
    bml_tokens_free(&tokens);
}

/* Special tokens of which one starts another, one that is also an ordinary token's bytes. */
static void the_longest_special_token_wins(void **state) {
    (void)state;
    char *text = malloc(1 << 16), *p = text;
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    assert_non_null(text);
    for (unsigned i = 0; i < 256; i++)
        p += sprintf(p, "%c%c== %u\n", digits[i >> 2], digits[(i & 3) << 4], i);
    p += sprintf(p, "YWI= 256\n"); /* ab */
    bml_test_put("special.tiktoken", text, (size_t)(p - text));
    static const bml_special_token special[] = {
        {"<a", 300}, {"<a>", 301}, {"<a>b", 302}, {"ab", 303}};
    bml_tokenizer *t = NULL;
    bml_tokens tokens = {0};
    ASSERT_OK(bml_tokenizer_load_tiktoken(&t, "special.tiktoken", BML_PATTERN_GPT2, special, 4));
    bml_special all = {.all = true};
    ASSERT_OK(bml_tokenizer_encode(t, &tokens, TEXT("<a<a>b<a>ab"), &all));
    EXPECT(&tokens, 300, 302, 301, 303);
    tokens.count = 0;
    uint32_t shorter[] = {300, 301};
    bml_special some = {.ids = shorter, .count = 2, .others_are_text = true};
    ASSERT_OK(bml_tokenizer_encode(t, &tokens, TEXT("<a>b ab"), &some));
    EXPECT(&tokens, 301, 'b', ' ', 256);
    tokens.count = 0;
    ASSERT_OK(bml_tokenizer_encode_ordinary(t, &tokens, TEXT("ab")));
    EXPECT(&tokens, 256);
    uint32_t id;
    ASSERT_OK(bml_tokenizer_find(t, &id, "ab", 2));
    assert_int_equal(id, 256);
    ASSERT_OK(bml_tokenizer_find(t, &id, "<a>", 3));
    assert_int_equal(id, 301);
    bml_tokens_free(&tokens);
    bml_tokenizer_free(t);
    free(text);
    remove("special.tiktoken");
}

enum { SIZE = 30000 };

static void parts_and_counts_agree_with_the_whole(void **state) {
    (void)state;
    static unsigned char text[SIZE];
    static uint32_t ids[SIZE];
    bml_tokens all = {0};
    for (int i = 0; i < 60; i++) {
        size_t size = bml_test_random(i < 30 ? 100 : SIZE), count, used;
        bml_test_text(text, size);
        all.count = 0;
        ASSERT_OK(bml_tokenizer_encode_ordinary(gpt2, &all, text, size));
        ASSERT_OK(bml_tokenizer_count(gpt2, &count, text, size));
        assert_int_equal(count, all.count);
        size_t room = bml_test_random((uint32_t)all.count + 2), offset = 0;
        ids[room] = 12345;
        ASSERT_OK(bml_tokenizer_encode_into(gpt2, ids, room, &count, &used, text, size));
        assert_int_equal(count, room < all.count ? room : all.count);
        if (count)
            assert_memory_equal(ids, all.ids, count * sizeof *ids);
        assert_int_equal(ids[room], 12345);
        size_t *offsets = malloc((all.count + 1) * sizeof *offsets);
        assert_non_null(offsets);
        ASSERT_OK(bml_tokenizer_offsets(gpt2, offsets, all.ids, all.count));
        assert_int_equal(used, offsets[count]);
        for (size_t k = 0; k < all.count; k++) {
            const unsigned char *bytes;
            size_t width;
            ASSERT_OK(bml_tokenizer_token(gpt2, &bytes, &width, all.ids[k]));
            assert_memory_equal(bytes, text + offset, width);
            assert_int_equal(offsets[k], offset);
            offset += width;
        }
        assert_int_equal(offset, size);
        free(offsets);
    }
    bml_tokens_free(&all);
}

static void ids_are_added_to_what_is_there(void **state) {
    (void)state;
    bml_tokens tokens = {0};
    ASSERT_OK(bml_tokenizer_encode_ordinary(gpt2, &tokens, NULL, 0));
    assert_int_equal(tokens.count, 0);
    ASSERT_OK(bml_tokenizer_encode_ordinary(gpt2, &tokens, TEXT("Hello")));
    ASSERT_OK(bml_tokenizer_encode_ordinary(gpt2, &tokens, TEXT(" world\0!")));
    EXPECT(&tokens, 15496, 995, 188, 0);
    bml_tokens_free(&tokens);
}

enum { TEXTS = 200 };

static void many_texts_are_as_one_after_the_other(void **state) {
    (void)state;
    static unsigned char bytes[TEXTS][3000];
    static bml_text texts[TEXTS];
    static bml_tokens out[TEXTS];
    bml_tokens one = {0};
    for (size_t i = 0; i < TEXTS; i++) {
        texts[i] = (bml_text){bytes[i], i % 5 ? bml_test_random(sizeof bytes[i]) : i % 2};
        bml_test_text(bytes[i], texts[i].size);
    }
    bml_set_threads(4);
    ASSERT_OK(bml_tokenizer_encode_batch(gpt2, out, texts, TEXTS, NULL));
    for (size_t i = 0; i < TEXTS; i++) {
        one.count = 0;
        ASSERT_OK(bml_tokenizer_encode_ordinary(gpt2, &one, texts[i].data, texts[i].size));
        expect(&out[i], one.ids, one.count);
    }
    memcpy(bytes[171] + 1000, "<|endoftext|>", 13);
    texts[171].size = 1013;
    ASSERT_FAILS(bml_tokenizer_encode_batch(gpt2, out, texts, TEXTS, NULL), BML_ERROR_FORMAT,
                 "text 171 of 200: byte 1000 of the text: found the special token");
    ASSERT_OK(bml_tokenizer_encode_batch(gpt2, NULL, NULL, 0, NULL));
    bml_set_threads(0);
    for (size_t i = 0; i < TEXTS; i++)
        bml_tokens_free(&out[i]);
    bml_tokens_free(&one);
}

static void *encode_again_and_again(void *argument) {
    const bml_text *text = argument;
    bml_tokens tokens = {0};
    size_t count = 0, errors = 0;
    for (int i = 0; i < 30; i++) {
        tokens.count = 0;
        errors += bml_tokenizer_encode_ordinary(gpt2, &tokens, text->data, text->size) != BML_OK;
        errors += bml_tokenizer_count(gpt2, &count, text->data, text->size) != BML_OK;
        errors += count != tokens.count;
    }
    bml_tokens_free(&tokens);
    return (void *)(uintptr_t)(errors ? 0 : count);
}

static void one_tokenizer_serves_many_threads(void **state) {
    (void)state;
    enum { THREADS = 8 };
    static unsigned char bytes[SIZE];
    bml_text text = {bytes, SIZE};
    pthread_t threads[THREADS];
    void *counts[THREADS];
    bml_test_text(bytes, SIZE);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, encode_again_and_again, &text), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], &counts[i]);
    for (int i = 0; i < THREADS; i++)
        assert_true(counts[i] && counts[i] == counts[0]);
}

static void a_million_equal_characters(void **state) {
    (void)state;
    enum { MILLION = 1000000 };
    char *text = malloc(MILLION);
    bml_tokens tokens = {0};
    bml_bytes back = {0};
    assert_non_null(text);
    for (const char *c = "a \n=1\xFF"; *c; c++) {
        memset(text, *c, MILLION);
        tokens.count = 0;
        back.size = 0;
        ASSERT_OK(bml_tokenizer_encode_ordinary(gpt2, &tokens, text, MILLION));
        ASSERT_OK(bml_tokenizer_decode(gpt2, &back, tokens.ids, tokens.count));
        assert_int_equal(back.size, MILLION);
        assert_memory_equal(back.data, text, MILLION);
    }
    bml_bytes_free(&back);
    bml_tokens_free(&tokens);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(special_tokens_are_the_callers_choice),
        cmocka_unit_test(the_longest_special_token_wins),
        cmocka_unit_test(parts_and_counts_agree_with_the_whole),
        cmocka_unit_test(ids_are_added_to_what_is_there),
        cmocka_unit_test(many_texts_are_as_one_after_the_other),
        cmocka_unit_test(one_tokenizer_serves_many_threads),
        cmocka_unit_test(a_million_equal_characters),
    };
    gpt2 = bml_test_open("gpt2");
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    bml_tokenizer_free(gpt2);
    return failed;
}
