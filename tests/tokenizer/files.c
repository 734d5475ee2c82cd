/* What is saved is read again as the same tokenizer. An argument names the encoding. */
#include "support.h"
#include "random.h"

#include <stdlib.h>
#include <unistd.h>

static bml_tokenizer *original;
static const char *encoding;

static void expect_same(bml_tokenizer *t, bool specials) {
    static unsigned char text[5000];
    bml_tokens one = {0}, other = {0};
    bml_tokenizer_info a = bml_tokenizer_get_info(original), b = bml_tokenizer_get_info(t);
    assert_int_equal(a.pattern, b.pattern);
    assert_int_equal(a.rules, b.rules);
    assert_int_equal(a.tokens - (specials ? 0 : a.special), b.tokens);
    for (uint32_t id = 0; id < b.limit; id++)
        assert_int_equal(bml_tokenizer_is_special(original, id), bml_tokenizer_is_special(t, id));
    for (int i = 0; i < 100; i++) {
        size_t size = bml_test_random(sizeof text);
        bml_test_text(text, size);
        one.count = other.count = 0;
        ASSERT_OK(bml_tokenizer_encode_ordinary(original, &one, text, size));
        ASSERT_OK(bml_tokenizer_encode_ordinary(t, &other, text, size));
        assert_int_equal(one.count, other.count);
        if (one.count)
            assert_memory_equal(one.ids, other.ids, one.count * sizeof *one.ids);
    }
    bml_tokens_free(&one);
    bml_tokens_free(&other);
    bml_tokenizer_free(t);
}

static void tokenizer_json(void **state) {
    (void)state;
    bml_tokenizer *t = NULL;
    ASSERT_OK(bml_tokenizer_save_json(original, "saved.json"));
    ASSERT_OK(bml_tokenizer_load_json(&t, "saved.json"));
    expect_same(t, true);
    remove("saved.json");
}

static void vocab_and_merges(void **state) {
    (void)state;
    bml_tokenizer *t = NULL;
    bml_pattern pattern = bml_tokenizer_get_info(original).pattern;
    ASSERT_OK(bml_tokenizer_save_merges(original, "saved.vocab", "saved.merges"));
    ASSERT_OK(bml_tokenizer_load_merges(&t, "saved.vocab", "saved.merges", pattern));
    expect_same(t, true);
    remove("saved.vocab");
    if (strcmp(encoding, "gpt2") == 0) { /* its ids follow from the merges */
        ASSERT_OK(bml_tokenizer_load_merges(&t, NULL, "saved.merges", pattern));
        expect_same(t, false);
    }
    remove("saved.merges");
}

static void rank_file(void **state) {
    (void)state;
    bml_tokenizer *t = NULL;
    ASSERT_OK(bml_tokenizer_save_tiktoken(original, "saved.tiktoken"));
    ASSERT_OK(bml_tokenizer_load_tiktoken(&t, "saved.tiktoken",
                                          bml_tokenizer_get_info(original).pattern, NULL, 0));
    expect_same(t, false);
    ASSERT_OK(bml_tokenizer_open(&t, encoding, "saved.tiktoken"));
    expect_same(t, true);
    remove("saved.tiktoken");
}

/* A merges file with a version line and without, with LF and with CR LF. */
static void merges_in_all_their_forms(void **state) {
    (void)state;
    static const char *const forms[] = {"#version: 0.2\na b\nab c\n", "a b\nab c",
                                        "#version: 0.2\r\na b\r\nab c\r\n", "a b\n\nab c\n\n"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        bml_tokenizer *t = NULL;
        bml_tokens tokens = {0};
        bml_test_put("forms.txt", forms[i], strlen(forms[i]));
        ASSERT_OK(bml_tokenizer_load_merges(&t, NULL, "forms.txt", BML_PATTERN_NONE));
        ASSERT_OK(bml_tokenizer_encode_ordinary(t, &tokens, "abcab", 5));
        assert_int_equal(tokens.count, 2);
        assert_int_equal(tokens.ids[0], 257);
        assert_int_equal(tokens.ids[1], 256);
        bml_tokens_free(&tokens);
        bml_tokenizer_free(t);
    }
    remove("forms.txt");
}

/* On error there is the old file, or none. */
static void saving_says_what_it_cannot(void **state) {
    (void)state;
    bml_tokenizer *t = NULL;
    ASSERT_FAILS(bml_tokenizer_save_json(original, "no/such/folder.json"), BML_ERROR_IO,
                 "no/such/folder.json");
    bml_test_put("odd.txt", "a b\nc d\n", 8);
    bml_test_put("old.txt", "old", 3);
    ASSERT_OK(bml_tokenizer_load_merges(&t, NULL, "odd.txt", BML_PATTERN_NONE));
    ASSERT_OK(bml_tokenizer_save_merges(t, "odd.vocab", "odd.merges"));
    ASSERT_OK(bml_tokenizer_save_tiktoken(t, "odd.tiktoken"));
    bml_tokenizer_free(t);
    t = NULL;
    static const char *const lost[] = {"ab", "\xC3\xA9"}; /* a rule's, and one of the alphabet's */
    for (int i = 0; i < 2; i++) {
        const bml_special_token special = {lost[i], 258};
        ASSERT_OK(bml_tokenizer_load_tiktoken(&t, "odd.tiktoken", BML_PATTERN_NONE, &special, 1));
        ASSERT_FAILS(bml_tokenizer_save_merges(t, "old.txt", NULL), BML_ERROR_UNSUPPORTED,
                     "special token 258 would be read as");
        bml_tokenizer_free(t);
        t = NULL;
    }
    bml_test_put("odd.merges", "c d\na b\n", 8); /* of which the first makes the larger id */
    ASSERT_OK(bml_tokenizer_load_merges(&t, "odd.vocab", "odd.merges", BML_PATTERN_NONE));
    ASSERT_FAILS(bml_tokenizer_save_tiktoken(t, "old.txt"), BML_ERROR_UNSUPPORTED,
                 "rule 1 makes token 256 after token 257");
    size_t size;
    char *old = bml_test_file("old.txt", &size);
    assert_string_equal(old, "old");
    free(old);
    bml_tokenizer_free(t);
    remove("odd.txt"), remove("odd.vocab"), remove("odd.merges"), remove("odd.tiktoken");
    remove("old.txt");
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokenizer_json),
        cmocka_unit_test(vocab_and_merges),
        cmocka_unit_test(rank_file),
        cmocka_unit_test(merges_in_all_their_forms),
        cmocka_unit_test(saving_says_what_it_cannot),
    };
    char folder[] = "files_XXXXXX"; /* several of these run at once */
    encoding = argc > 1 ? argv[1] : "gpt2";
    original = bml_test_open(encoding);
    if (!original) {
        printf("SKIP: no shared table of %s (BENDML_SHARED)\n", encoding);
        return 77;
    }
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    bml_tokenizer_free(original);
    return failed || chdir("..") != 0 || rmdir(folder) != 0;
}
