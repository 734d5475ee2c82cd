/* Every allocation of every function fails once: a clean error, nothing kept, outputs as they were.
 */
#include "failing_allocator.h"
#include "random.h"
#include "small_tables.h"
#include "support.h"

#include <stdlib.h>

/* Runs an operation with its k-th allocation failing, for every k, then with none failing. */
static void expect_clean_failures(bml_status (*operation)(void), size_t at_least) {
    size_t k = 0;
    bml_status status;
    do {
        bml_test_fail_at(++k);
        status = operation();
        assert_int_equal(bml_test_live_blocks(), 0);
        if (bml_test_calls() >= k)
            ASSERT_FAILS(status, BML_ERROR_MEMORY, "no memory for");
    } while (bml_test_calls() >= k);
    assert_int_equal(status, BML_OK);
    assert_true(k > at_least);
    bml_test_fail_at(0);
}

static bml_status open_gpt2(void) {
    bml_tokenizer *t = NULL;
    bml_status status = bml_tokenizer_open(&t, "gpt2", NULL);
    assert_true((status == BML_OK) == (t != NULL));
    bml_tokenizer_free(t);
    return status;
}

static bml_status load_ranks(void) {
    static const bml_special_token special[] = {{"<end>", 300}};
    bml_tokenizer *t = NULL;
    bml_status status =
        bml_tokenizer_load_tiktoken(&t, "good.tiktoken", BML_PATTERN_CL100K, special, 1);
    bml_tokenizer_free(t);
    return status;
}

static bml_status load_merges(void) {
    bml_tokenizer *t = NULL;
    bml_status status =
        bml_tokenizer_load_merges(&t, "good.vocab", "good.merges", BML_PATTERN_GPT2);
    bml_tokenizer_free(t);
    return status;
}

static bml_status load_merges_alone(void) {
    bml_tokenizer *t = NULL;
    bml_status status = bml_tokenizer_load_merges(&t, NULL, "good.merges", BML_PATTERN_GPT2);
    bml_tokenizer_free(t);
    return status;
}

static bml_status load_json(void) {
    bml_tokenizer *t = NULL;
    bml_status status = bml_tokenizer_load_json(&t, "good.json");
    bml_tokenizer_free(t);
    return status;
}

static void loaders(void **state) {
    (void)state;
    static char ranks[300] = "YWI= 256\nYWJj 257\n"; /* a token of 60 bytes: merged the long way */
    for (int i = 0; i < 20; i++)
        strcat(ranks, "YWJj");
    strcat(ranks, " 258\n");
    bml_test_put_ranks("good.tiktoken", -1, ranks);
    bml_test_put_vocab("good.vocab", NULL, ", \"ab\": 256, \"abc\": 257, \"<end>\": 258");
    bml_test_put("good.merges", "a b\nab c\n", 9);
    bml_test_put_json("good.json", NULL, NULL, NULL, "[[\"a\", \"b\"]]", NULL);
    expect_clean_failures(open_gpt2, 10);
    expect_clean_failures(load_ranks, 15);
    expect_clean_failures(load_merges, 15);
    expect_clean_failures(load_merges_alone, 10);
    expect_clean_failures(load_json, 15);
    remove("good.vocab"), remove("good.merges"), remove("good.json"), remove("good.tiktoken");
}

static bml_tokenizer *t; /* made anew each time, so that its caches are too */
enum { SIZE = 40000 };
static unsigned char text[SIZE];

static bool make(void) {
    return bml_tokenizer_load_merges(&t, NULL, "small.merges", BML_PATTERN_O200K) == BML_OK;
}

static bml_status encode(void) {
    bml_tokens tokens = {0};
    bml_bytes back = {0};
    bml_stream stream = {0};
    bml_status status = BML_ERROR_MEMORY;
    if (make())
        status = bml_tokenizer_encode(t, &tokens, text, SIZE, NULL);
    size_t count = tokens.count;
    assert_true(status == BML_OK || count == 0);
    if (!status)
        status = bml_tokenizer_encode_ordinary(t, &tokens, text, SIZE);
    assert_int_equal(tokens.count, status ? count : 2 * count);
    if (!status)
        status = bml_tokenizer_decode(t, &back, tokens.ids, tokens.count);
    assert_int_equal(back.size, status ? 0 : 2 * SIZE);
    bml_bytes_free(&back);
    for (size_t i = 0; i < tokens.count && !status; i++) {
        bml_stream before = stream;
        size_t size = back.size;
        status = bml_tokenizer_stream(t, &stream, &back, tokens.ids[i]);
        assert_true(!status || (before.count == stream.count && back.size == size));
    }
    if (!status)
        status = bml_stream_end(&stream, &back);
    bml_bytes_free(&back);
    bml_tokens_free(&tokens);
    bml_tokenizer_free(t);
    t = NULL;
    return status;
}

static bml_status count(void) {
    static uint32_t ids[SIZE];
    size_t first = 7, second = 7, used = 7;
    bml_status status = BML_ERROR_MEMORY;
    if (make())
        status = bml_tokenizer_count(t, &first, text, SIZE);
    assert_true(!status || first == 7);
    if (!status)
        status = bml_tokenizer_encode_into(t, ids, SIZE, &second, &used, text, SIZE);
    assert_true(status ? second == 7 && used == 7 : second == first && used == SIZE);
    bml_tokenizer_free(t);
    t = NULL;
    return status;
}

static bml_status batch(void) {
    bml_text texts[] = {{text, SIZE / 2}, {text, 100}, {text, SIZE}};
    bml_tokens out[3] = {{0}, {0}, {0}};
    bml_status status = BML_ERROR_MEMORY;
    if (make())
        status = bml_tokenizer_encode_batch(t, out, texts, 3, NULL);
    for (int i = 0; i < 3; i++)
        bml_tokens_free(&out[i]);
    bml_tokenizer_free(t);
    t = NULL;
    return status;
}

static bml_status save(void) {
    bml_status status = BML_ERROR_MEMORY;
    if (make())
        status = bml_tokenizer_save_json(t, "memory.json");
    if (!status)
        status = bml_tokenizer_save_merges(t, "memory.vocab", "memory.merges");
    if (!status)
        status = bml_tokenizer_save_tiktoken(t, "memory.tiktoken");
    bml_tokenizer_free(t);
    t = NULL;
    return status;
}

static void what_a_tokenizer_does(void **state) {
    (void)state;
    bml_test_put("small.merges", "a b\nb a\nab ab\n", 14);
    bml_test_text(text, SIZE);
    memset(text + 100, 'b', 300); /* a long piece */
    bml_set_threads(1);           /* what is allocated when is then the same each time */
    expect_clean_failures(encode, 15);
    expect_clean_failures(count, 12);
    expect_clean_failures(batch, 12);
    expect_clean_failures(save, 15);
    bml_set_threads(0);
    remove("small.merges"), remove("memory.json"), remove("memory.vocab");
    remove("memory.merges"), remove("memory.tiktoken");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loaders),
        cmocka_unit_test(what_a_tokenizer_does),
    };
    bml_test_fail_at(0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
