/* Training: what is learned from texts one can follow, options, files, bad input, and that a
 * trained table is one like any other. */
#include "support.h"

#include <stdlib.h>

static bml_tokenizer *train(const bml_train_options *options, const char *text) {
    bml_tokenizer *t = NULL;
    ASSERT_OK(bml_tokenizer_train(&t, options, &(bml_text){text, strlen(text)}, 1));
    return t;
}

static void expect_token(const bml_tokenizer *t, uint32_t id, const char *bytes, size_t size) {
    const unsigned char *data;
    size_t found;
    ASSERT_OK(bml_tokenizer_token(t, &data, &found, id));
    assert_int_equal(found, size);
    assert_memory_equal(data, bytes, size);
}

/* The learned tokens must be these words, which are separated by bars. */
static void expect_learned(const char *text, const char *words) {
    bml_train_options options = {.vocabulary = 300, .pattern = BML_PATTERN_GPT2};
    bml_tokenizer *t = train(&options, text);
    uint32_t id = 256;
    for (const char *word = words; *word; id++) {
        size_t size = strcspn(word, "|");
        expect_token(t, id, word, size);
        word += size + (word[size] == '|');
    }
    assert_int_equal(bml_tokenizer_get_info(t).tokens, id);
    bml_tokenizer_free(t);
}

static void pairs_are_joined_as_documented(void **state) {
    (void)state;
    expect_learned("", "");
    expect_learned("a", "");
    expect_learned("ab", "");                   /* once is too seldom */
    expect_learned("ab ab ba ba", "ab| b| ba"); /* pairs do not cross pieces */
    expect_learned("xy.xy.cd.cd.", "xy|cd");    /* ties: the first seen */
    expect_learned("cd.xy.xy.cd.", "cd|xy");
    expect_learned("xabx.xabx.", "xa|xab|xabx"); /* the first seen as it stands by then */
    expect_learned("aaa.aaa.", "aa|aaa");        /* two aa, not four */
    expect_learned("aaaa", "aa");                /* aa aa, and then one pair only */
    expect_learned("aaaaaaaa", "aa|aaaa");
    expect_learned("aaa.bc.bc.bc.", "bc");
    expect_learned("xaab.xaab.ab.ab.ab.", "ab|xa|xaab"); /* joining ab leaves no aa */
}

static void bytes_come_first_and_special_tokens_last(void **state) {
    (void)state;
    static const char *const special[] = {"<|end|>", "ab"};
    bml_train_options options = {
        .vocabulary = 300, .pattern = BML_PATTERN_NONE, .special = special, .special_count = 2};
    bml_tokenizer *t = train(&options, "ab,ab.");
    bml_tokenizer_info info = bml_tokenizer_get_info(t);
    assert_int_equal(info.tokens, 259);
    assert_int_equal(info.limit, 259);
    assert_int_equal(info.special, 2);
    assert_int_equal(info.pattern, BML_PATTERN_NONE);
    assert_string_equal(info.name, "trained");
    expect_token(t, 0, "!", 1);
    expect_token(t, 187, "\xFF", 1);
    expect_token(t, 188, "\0", 1);
    expect_token(t, 256, "ab", 2);
    expect_token(t, 257, "<|end|>", 7);
    expect_token(t, 258, "ab", 2);
    assert_false(bml_tokenizer_is_special(t, 256));
    assert_true(bml_tokenizer_is_special(t, 257));
    bml_tokenizer_free(t);
}

static void the_vocabulary_is_a_limit(void **state) {
    (void)state;
    bml_train_options options = {.vocabulary = 256, .min_frequency = 1};
    for (; options.vocabulary < 262; options.vocabulary++) {
        bml_tokenizer *t = train(&options, "abcdef");
        size_t most = options.vocabulary < 261 ? options.vocabulary : 261;
        assert_int_equal(bml_tokenizer_get_info(t).tokens, most);
        bml_tokenizer_free(t);
    }
    options.min_frequency = 3;
    bml_tokenizer *t = train(&options, "ab.ab.cd.cd.cd.");
    assert_int_equal(bml_tokenizer_get_info(t).tokens, 257);
    expect_token(t, 256, "cd", 2);
    bml_tokenizer_free(t);
}

static void nul_is_a_byte(void **state) {
    (void)state;
    bml_tokenizer *t = NULL;
    bml_train_options options = {.vocabulary = 300, .pattern = BML_PATTERN_CL100K};
    ASSERT_OK(bml_tokenizer_train(&t, &options, &(bml_text){"\0\xFF\0\xFFx\0\xFF", 7}, 1));
    expect_token(t, 256, "\0\xFF", 2);
    bml_tokenizer_free(t);
}

static void a_long_run_is_learned_by_doubling(void **state) {
    (void)state;
    enum { SIZE = 1000000 };
    char *text = malloc(SIZE);
    assert_non_null(text);
    memset(text, 'a', SIZE);
    bml_tokenizer *t = NULL;
    bml_train_options options = {.vocabulary = 300, .min_frequency = 1};
    ASSERT_OK(bml_tokenizer_train(&t, &options, &(bml_text){text, SIZE}, 1));
    for (unsigned i = 1; i < 20; i++)
        expect_token(t, 255 + i, text, (size_t)1 << i);
    /* then what is left, 2^19 and 1000000 - 2^19 in the bits of that */
    assert_int_equal(bml_tokenizer_get_info(t).tokens, 256 + 19 + 6);
    expect_token(t, 256 + 19 + 5, text, SIZE);
    bml_tokenizer_free(t);
    free(text);
}

static void what_cannot_be_is_refused(void **state) {
    (void)state;
    static const char *const special[] = {"<a>", "<b>", "<a>"}, *const empty[] = {"<a>", ""};
    bml_tokenizer *t = NULL;
    bml_text text = {"ab", 2};
    bml_train_options options = {.vocabulary = 255};
    ASSERT_FAILS(bml_tokenizer_train(&t, &options, &text, 1), BML_ERROR_SIZE,
                 "found a vocabulary of 255 tokens, expected 256 and 0 special ones at least");
    options.vocabulary = BML_TOKEN_LIMIT + 1;
    ASSERT_FAILS(bml_tokenizer_train(&t, &options, &text, 1), BML_ERROR_SIZE, "2097151 at most");
    options = (bml_train_options){.vocabulary = 258, .special = special, .special_count = 3};
    ASSERT_FAILS(bml_tokenizer_train(&t, &options, &text, 1), BML_ERROR_SIZE, "and 3 special");
    options.vocabulary = 259;
    ASSERT_FAILS(bml_tokenizer_train(&t, &options, &text, 1), BML_ERROR_FORMAT,
                 "special tokens 0 and 2 are both <a>");
    options.special_count = 2;
    options.special = empty;
    ASSERT_FAILS(bml_tokenizer_train(&t, &options, &text, 1), BML_ERROR_FORMAT,
                 "special token 1 of 2 is empty");
    options = (bml_train_options){.vocabulary = 300, .pattern = BML_PATTERN_COUNT};
    ASSERT_FAILS(bml_tokenizer_train(&t, &options, &text, 1), BML_ERROR_RANGE, "pattern");
    bml_text huge[] = {{"ab", 2}, {"ab", SIZE_MAX}};
    options.pattern = BML_PATTERN_GPT2;
    ASSERT_FAILS(bml_tokenizer_train(&t, &options, huge, 2), BML_ERROR_SIZE, "text 1 of 2");
    assert_null(t);
}

typedef struct calls {
    size_t count, last, stop_at;
} calls;

static bool progress(void *context, size_t done, size_t all) {
    calls *c = context;
    assert_int_equal(all, 279);
    assert_true(done == 0 || done == c->last + 1 || (c->last == 0 && done == 257));
    c->count++;
    c->last = done;
    return done < c->stop_at;
}

static void progress_is_told_and_can_stop(void **state) {
    (void)state;
    calls c = {0, 0, 300};
    static const char *const special[] = {"<s>"};
    bml_train_options options = {280, BML_PATTERN_NONE, 1, special, 1, progress, &c};
    static const char text[] = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz";
    bml_tokenizer *t = train(&options, text);
    assert_int_equal(bml_tokenizer_get_info(t).tokens, 280);
    assert_int_equal(c.count, 24);
    assert_int_equal(c.last, 279);
    bml_tokenizer_free(t);
    c = (calls){0, 0, 260};
    t = train(&options, text);
    assert_int_equal(bml_tokenizer_get_info(t).tokens, 261);
    assert_int_equal(c.count, 5);
    bml_tokenizer_free(t);
    c = (calls){0, 0, 0};
    t = train(&options, text);
    assert_int_equal(bml_tokenizer_get_info(t).tokens, 257);
    assert_int_equal(c.count, 1);
    bml_tokenizer_free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_joined_as_documented),
        cmocka_unit_test(bytes_come_first_and_special_tokens_last),
        cmocka_unit_test(the_vocabulary_is_a_limit),
        cmocka_unit_test(nul_is_a_byte),
        cmocka_unit_test(a_long_run_is_learned_by_doubling),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(progress_is_told_and_can_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
