/* Files that are no tables: the error says which, where, and what was expected. */
#include "small_tables.h"
#include "support.h"

#include <stdlib.h>
#include <unistd.h>

static bml_tokenizer *none; /* stays as it is on every error */

static void expect_ranks(int skip, const char *more, bml_status status, const char *words) {
    bml_test_put_ranks("bad.tiktoken", skip, more);
    ASSERT_FAILS(bml_tokenizer_load_tiktoken(&none, "bad.tiktoken", BML_PATTERN_GPT2, NULL, 0),
                 status, words);
    assert_null(none);
}

static void rank_files(void **state) {
    (void)state;
    const bml_status format = BML_ERROR_FORMAT;
    expect_ranks(-1, "YWI 256\n", format, "bad.tiktoken: line 257: found bad base64 (column 4)");
    expect_ranks(-1, "Y*I= 256\n", format, "line 257: found bad base64 (column 2)");
    expect_ranks(-1, "YWJ= 256\n", format, "line 257: found bad base64");
    expect_ranks(-1, "Y=== 256\n", format, "line 257: found bad base64");
    expect_ranks(-1, "YWI=256\n", format,
                 "line 257: found no space, expected base64, a space and a rank");
    expect_ranks(-1, "YWI= 25x\n", format, "line 257: found no rank at its end");
    expect_ranks(-1, "YWI= \n", format, "line 257: found no rank at its end");
    expect_ranks(-1, "YWI= -1\n", format, "line 257: found no rank at its end");
    expect_ranks(-1, "YWI= 99999999999999999999\n", format, "line 257: found too large a rank");
    expect_ranks(-1, "YWI= 2097151\n", format, "line 257: found too large a rank");
    expect_ranks(-1, " 256\n", format, "line 257: found an empty token");
    expect_ranks(-1, "YWI= 255\n", format, "the id 255 comes twice");
    expect_ranks(-1, "YWI= 257\n", format, "the id 256 is missing, expected all of 0 to 257");
    expect_ranks(-1, "YQ== 256\n", format, "the ids 97 and 256 have the same bytes");
    expect_ranks(7, "YWI= 7\n", format, "there is no token for the byte 0x07");
}

static void expect_merges(const char *skip, const char *vocab, const char *merges,
                          const char *words) {
    bml_test_put_vocab("bad.vocab", skip, vocab);
    bml_test_put("bad.merges", merges, strlen(merges));
    ASSERT_FAILS(bml_tokenizer_load_merges(&none, "bad.vocab", "bad.merges", BML_PATTERN_GPT2),
                 BML_ERROR_FORMAT, words);
    assert_null(none);
}

static void vocab_and_merges(void **state) {
    (void)state;
    expect_merges(NULL, ", \"ab\": 256", "#version\na b\nab c\n",
                  "bad.merges: line 3: what it makes is not in the vocabulary");
    expect_merges(NULL, ", \"ab\": 256", "a b\nxy c\n",
                  "bad.merges: line 2: the left part is not in the vocabulary");
    expect_merges(NULL, ", \"ab\": 256", "a b\nc xy\n",
                  "bad.merges: line 2: the right part is not in the vocabulary");
    expect_merges(NULL, ", \"ab\": 256", "a b\na b\n", "line 2: these two were merged before");
    expect_merges(NULL, ", \"ab\": 256", "ab\n", "line 1: expected two tokens and a space between");
    expect_merges(NULL, ", \"ab\": 256", "a b c\n", "line 1: expected two tokens");
    expect_merges(NULL, ", \"ab\": 256", "a \n", "line 1: expected two tokens");
    expect_merges(NULL, ", \"ab\": 256", "a \x01\n", "line 1: found a character that is not in");
    expect_merges(NULL, ", \"ab\": 257", "a b\n", "bad.vocab: the id 256 is missing");
    expect_merges(NULL, ", \"ab\": 97", "a b\n", "bad.vocab: the id 97 comes twice");
    expect_merges("a", ", \"ab\": 64", "b b\n", "there is no token for the byte 0x61");
    expect_merges(NULL, ", \"ab\": -1", "a b\n", "found '-', expected a whole number");
    expect_merges(NULL, ", \"ab\": 1.5", "a b\n", "expected a whole number");
    expect_merges(NULL, ", \"ab\": 4294967296", "a b\n", "found a number over 4294967295");
    expect_merges(NULL, ", \"ab\": 3000000", "a b\n",
                  "found the id 3000000, expected one below 2097151");
    expect_merges(NULL, ", \"ab\" 256", "a b\n", "found '2', expected ':' after a key");
    expect_merges(NULL, ", \"ab: 256", "a b\n", "found a string that has no end");
    expect_merges(NULL, ", \"\": 256", "a b\n", "found a token without a name");
    expect_merges(NULL, ", \"\\u12\": 256", "a b\n", "found no character after \\u");
    expect_merges(NULL, ", \"\\ud800\": 256", "a b\n", "found no character after \\u");
    expect_merges(NULL, ", \"\\x\": 256", "a b\n", "found 'x', expected an escape");
    expect_merges(NULL, ", \"\xFF\": 256", "a b\n", "found the byte 0xFF, expected a character");
    expect_merges(NULL, "} x", "a b\n", "found 'x', expected the end of the file");
    expect_merges(NULL, "} x", "a b\n", "bad.vocab: line 1, byte ");
    /* Lines are the file's, whatever strings before are decoded to. */
    expect_merges(NULL, ",\n\"\\n\\n\": 256,\n\"ab\" 257", "a b\n", "bad.vocab: line 3, byte ");
    ASSERT_FAILS(bml_tokenizer_load_merges(&none, "missing.vocab", "bad.merges", BML_PATTERN_GPT2),
                 BML_ERROR_IO, "missing.vocab: No such file");
    ASSERT_FAILS(bml_tokenizer_load_merges(&none, NULL, "missing.merges", BML_PATTERN_GPT2),
                 BML_ERROR_IO, "missing.merges: No such file");
    ASSERT_FAILS(bml_tokenizer_load_merges(&none, NULL, "bad.merges", (bml_pattern)77),
                 BML_ERROR_RANGE, "found the pattern 77");
}

static void expect_json(const char *added, const char *split, const char *more, const char *merges,
                        const char *rest, bml_status status, const char *words) {
    bml_test_put_json("bad.json", added, split, more, merges, rest);
    ASSERT_FAILS(bml_tokenizer_load_json(&none, "bad.json"), status, words);
    assert_null(none);
}

static void tokenizer_json(void **state) {
    (void)state;
    const bml_status format = BML_ERROR_FORMAT, unsupported = BML_ERROR_UNSUPPORTED;
    expect_json("[{\"id\": 257}]", NULL, NULL, NULL, NULL, format,
                "an added token without id or content");
    expect_json("[{\"id\": 257, \"content\": \"<x>\", \"lstrip\": true}]", NULL, NULL, NULL, NULL,
                unsupported, "an added token with lstrip");
    expect_json(NULL, NULL, NULL, "[\"a b\", \"a c\"]", NULL, format,
                "merge 1: what it makes is not in the vocabulary");
    expect_json(NULL, NULL, NULL, "[\"ab\"]", NULL, format, "a merge without a space");
    expect_json(NULL, NULL, NULL, "[[\"a\", \"b\", \"c\"]]", NULL, format,
                "a merge that is not of two");
    expect_json(NULL, NULL, NULL, "[[\"a\"]]", NULL, format, "a merge that is not of two");
    expect_json(NULL, NULL, NULL, "[1]", NULL, format, "found '1', expected a string");
    expect_json(NULL, NULL, ", \"ab\": 3", NULL, NULL, format, "the id 3 comes twice");
    expect_json(NULL, "{\"type\": \"Whitespace\"}", NULL, NULL, NULL, unsupported,
                "found the pre_tokenizer Whitespace");
    expect_json(NULL, "{\"type\": \"ByteLevel\", \"add_prefix_space\": true}", NULL, NULL, NULL,
                unsupported, "found add_prefix_space");
    expect_json(NULL, "null", NULL, NULL, NULL, unsupported, "no pre_tokenizer");
    expect_json(NULL,
                "{\"type\":\"Sequence\",\"pretokenizers\":[{\"type\":\"Split\",\"pattern\":{"
                "\"Regex\":\"x+\"},\"behavior\":\"Isolated\",\"invert\":false},{\"type\":"
                "\"ByteLevel\",\"use_regex\":false}]}",
                NULL, NULL, NULL, unsupported, "a Split by an expression that is not known");
    expect_json(NULL, NULL, NULL, NULL, ", \"normalizer\": {\"type\": \"NFC\"}", unsupported,
                "a normalizer, expected null");
    expect_json(NULL, NULL, NULL, NULL, ", \"x\": [[1}", format,
                "found '}', expected ',' or the list's ']'");
    expect_json(NULL, NULL, NULL, NULL, ", \"x\": nul", format, "found 'n', expected a JSON value");
    expect_json(NULL, NULL, NULL, NULL, ", \"x\": 01", format, "expected a JSON value");
    expect_json(NULL, NULL, NULL, NULL, ", \"model\": {\"type\": \"Unigram\"}", unsupported,
                "another model than BPE");
    expect_json(NULL, NULL, NULL, NULL, ", \"model\": {\"vocab\": {}}", format,
                "a model without \"merges\"");
    expect_json(NULL, NULL, NULL, NULL, ", \"model\": {\"dropout\": 0.1}", unsupported,
                "a dropout");
    char deep[200] = ", \"x\": ";
    memset(deep + 7, '[', 100);
    expect_json(NULL, NULL, NULL, NULL, deep, format, "found brackets 64 deep");
}

/* Every beginning of a good file is a bad file. */
static void truncated_json(void **state) {
    (void)state;
    size_t size;
    bml_test_put_json("good.json", NULL, NULL, NULL, NULL, NULL);
    ASSERT_OK(bml_tokenizer_load_json(&none, "good.json"));
    bml_tokenizer_free(none);
    none = NULL;
    char *text = bml_test_file("good.json", &size);
    for (size_t i = 0; i < size; i++) {
        bml_test_put("cut.json", text, i);
        ASSERT_FAILS(bml_tokenizer_load_json(&none, "cut.json"), BML_ERROR_FORMAT,
                     "cut.json: line ");
        assert_null(none);
    }
    free(text);
    remove("good.json");
    remove("cut.json");
}

static void unknown_encodings(void **state) {
    (void)state;
    ASSERT_FAILS(bml_tokenizer_open(&none, "gpt3", NULL), BML_ERROR_NOT_FOUND,
                 "found the encoding \"gpt3\", expected gpt2, cl100k_base or o200k_base");
    ASSERT_FAILS(
        bml_tokenizer_open(&none, "cl100k_base", NULL), BML_ERROR_NOT_FOUND,
        "the table of cl100k_base is not built in: expected the path of cl100k_base.tiktoken");
    ASSERT_FAILS(bml_tokenizer_open(&none, "o200k_base", "missing"), BML_ERROR_IO,
                 "missing: No such file");
    ASSERT_FAILS(bml_tokenizer_open(&none, "o200k_base", "."), BML_ERROR_IO, "found a directory");
    static const bml_special_token twice[] = {{"<a>", 256}, {"<a>", 257}}, empty[] = {{"", 256}};
    bml_test_put_ranks("good.tiktoken", -1, "");
    ASSERT_FAILS(bml_tokenizer_load_tiktoken(&none, "good.tiktoken", BML_PATTERN_GPT2, twice, 2),
                 BML_ERROR_FORMAT, "the ids 256 and 257 have the same bytes");
    ASSERT_FAILS(bml_tokenizer_load_tiktoken(&none, "good.tiktoken", BML_PATTERN_GPT2, empty, 1),
                 BML_ERROR_FORMAT, "token 256 is empty");
    assert_null(none);
    remove("good.tiktoken");
}

static int clean_up(void **state) {
    (void)state;
    remove("bad.tiktoken"), remove("bad.vocab"), remove("bad.merges"), remove("bad.json");
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rank_files),        cmocka_unit_test(vocab_and_merges),
        cmocka_unit_test(tokenizer_json),    cmocka_unit_test(truncated_json),
        cmocka_unit_test(unknown_encodings),
    };
    return cmocka_run_group_tests(tests, NULL, clean_up);
}
