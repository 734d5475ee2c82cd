/* Decoding, streams, and what is in a tokenizer. */
#include "support.h"
#include "random.h"

static bml_tokenizer *gpt2;

static void random_texts_come_back(void **state) {
    (void)state;
    static unsigned char text[3000];
    bml_tokens tokens = {0};
    bml_bytes back = {0};
    for (int i = 0; i < 300; i++) {
        size_t size = bml_test_random(sizeof text);
        if (i % 2)
            bml_test_text(text, size);
        else
            for (size_t k = 0; k < size; k++)
                text[k] = (unsigned char)bml_test_random(256);
        tokens.count = back.size = 0;
        ASSERT_OK(bml_tokenizer_encode_ordinary(gpt2, &tokens, text, size));
        ASSERT_OK(bml_tokenizer_decode(gpt2, &back, tokens.ids, tokens.count));
        assert_int_equal(back.size, size);
        if (size)
            assert_memory_equal(back.data, text, size);
    }
    bml_tokens_free(&tokens);
    bml_bytes_free(&back);
}

static void wrong_ids_are_refused(void **state) {
    (void)state;
    uint32_t ids[] = {15496, 50256, 50257};
    size_t offsets[4] = {7, 7, 7, 7};
    bml_bytes text = {0};
    const unsigned char *bytes;
    size_t size;
    ASSERT_OK(bml_tokenizer_decode(gpt2, &text, ids, 2));
    assert_int_equal(text.size, 18);
    assert_memory_equal(text.data, "Hello<|endoftext|>", 18);
    ASSERT_FAILS(bml_tokenizer_decode(gpt2, &text, ids, 3), BML_ERROR_RANGE,
                 "ids[2]: found 50257, expected an id below 50257 (gpt2)");
    assert_int_equal(text.size, 18);
    ASSERT_FAILS(bml_tokenizer_offsets(gpt2, offsets, ids, 3), BML_ERROR_RANGE, "ids[2]");
    assert_int_equal(offsets[0], 7);
    ASSERT_FAILS(bml_tokenizer_token(gpt2, &bytes, &size, UINT32_MAX), BML_ERROR_RANGE,
                 "found 4294967295, expected an id below 50257");
    bml_stream stream = {0};
    ASSERT_FAILS(bml_tokenizer_stream(gpt2, &stream, &text, 50257), BML_ERROR_RANGE, "50257");
    bml_bytes_free(&text);
}

static uint32_t byte_id(unsigned byte) {
    uint32_t id;
    ASSERT_OK(bml_tokenizer_find(gpt2, &id, &(unsigned char){(unsigned char)byte}, 1));
    return id;
}

/* After each byte of `text`, as a token of its own, so many bytes have come out. */
static void expect_stream(const char *text, const char *sizes) {
    bml_stream stream = {0};
    bml_bytes out = {0};
    size_t size = strlen(text);
    for (size_t i = 0; i < size; i++) {
        ASSERT_OK(bml_tokenizer_stream(gpt2, &stream, &out, byte_id((unsigned char)text[i])));
        if (out.size != (size_t)(sizes[i] - '0'))
            fail_msg("byte %zu of %s: found %zu, expected %c", i, text, out.size, sizes[i]);
    }
    ASSERT_OK(bml_stream_end(&stream, &out));
    assert_int_equal(stream.count, 0);
    assert_int_equal(out.size, size);
    assert_memory_equal(out.data, text, size);
    bml_bytes_free(&out);
}

static void streams_hold_back_what_is_not_complete(void **state) {
    (void)state;
    expect_stream("ab", "12");
    expect_stream("\xC3\xA9", "02");
    expect_stream("\xE4\xB8\xAD!", "0034");
    expect_stream("\xF0\x9F\x91\x8Dx", "00045");
    expect_stream("\xF0\x9F", "00"); /* comes out at the end */
    expect_stream("\xFF"
                  "a",
                  "12");                    /* can be no part of a character */
    expect_stream("\xC3\xC3\xA9", "013");   /* only the second can still become one */
    expect_stream("\xF0\x9F\x91x", "0004"); /* broken: all at once */
    expect_stream("\xED\xA0\x80", "023");   /* a surrogate is none from its second byte on */
    expect_stream("\xE0\x80", "02");        /* overlong */
    expect_stream("\xF4\x90", "02");        /* over U+10FFFF */
    expect_stream("\x80\x80", "12");
}

static void look_ups(void **state) {
    (void)state;
    uint32_t id;
    const unsigned char *bytes;
    size_t size;
    ASSERT_OK(bml_tokenizer_find(gpt2, &id, " world", 6));
    assert_int_equal(id, 995);
    ASSERT_OK(bml_tokenizer_token(gpt2, &bytes, &size, 995));
    assert_int_equal(size, 6);
    assert_memory_equal(bytes, " world", 6);
    ASSERT_OK(bml_tokenizer_find(gpt2, &id, "<|endoftext|>", 13));
    assert_int_equal(id, 50256);
    assert_true(bml_tokenizer_is_special(gpt2, 50256));
    assert_false(bml_tokenizer_is_special(gpt2, 995));
    assert_false(bml_tokenizer_is_special(gpt2, 50257));
    ASSERT_FAILS(bml_tokenizer_find(gpt2, &id, "qzxqzx", 6), BML_ERROR_NOT_FOUND, "these 6 bytes");
    ASSERT_FAILS(bml_tokenizer_find(gpt2, &id, "", 0), BML_ERROR_NOT_FOUND, "these 0 bytes");
    bml_tokenizer_info info = bml_tokenizer_get_info(gpt2);
    assert_string_equal(info.name, "gpt2");
    assert_int_equal(info.pattern, BML_PATTERN_GPT2);
    assert_int_equal(info.limit, 50257);
    assert_int_equal(info.tokens, 50257);
    assert_int_equal(info.special, 1);
    assert_int_equal(info.rules, 50000);
    assert_string_equal(bml_pattern_name(BML_PATTERN_LLAMA3), "llama3");
    assert_string_equal(bml_pattern_name((bml_pattern)99), "unknown");
}

static void pieces(void **state) {
    (void)state;
    size_t end;
    ASSERT_OK(bml_tokenizer_piece(gpt2, &end, "don't go", 8, 0));
    assert_int_equal(end, 3);
    ASSERT_OK(bml_tokenizer_piece(gpt2, &end, "don't go", 8, 5));
    assert_int_equal(end, 8);
    ASSERT_FAILS(bml_tokenizer_piece(gpt2, &end, "don't go", 8, 8), BML_ERROR_RANGE,
                 "at byte 8: the text has 8");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_texts_come_back),
        cmocka_unit_test(wrong_ids_are_refused),
        cmocka_unit_test(streams_hold_back_what_is_not_complete),
        cmocka_unit_test(look_ups),
        cmocka_unit_test(pieces),
    };
    gpt2 = bml_test_open("gpt2");
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    bml_tokenizer_free(gpt2);
    return failed;
}
