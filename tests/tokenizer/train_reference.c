/* The trainer against the slow and obvious one, which counts everything again in each step; and
 * against itself on several threads. */
#include "random.h"
#include "support.h"

#include <stdlib.h>

#include "tokenizer/train_internal.h"

enum { LIMIT = 400, END = LIMIT }; /* ids are below LIMIT; END is after each piece */

/* What has been learned: the two parts of each token, and the texts as they are cut and joined. */
typedef struct reference {
    unsigned parts[LIMIT][2];
    unsigned tokens;
    unsigned *ids;
    size_t count;
} reference;

static void cut(reference *r, const bml_tokenizer *t, const bml_text *text) {
    const unsigned char *bytes = text->data;
    for (size_t at = 0, end; at < text->size;) {
        ASSERT_OK(bml_tokenizer_piece(t, &end, bytes, text->size, at));
        for (; at < end; at++) {
            uint32_t id;
            ASSERT_OK(bml_tokenizer_find(t, &id, bytes + at, 1));
            r->ids[r->count++] = id;
        }
        r->ids[r->count++] = END;
    }
}

/* The most frequent pair, the one seen first if there are several. Of pairs that overlap, as those
 * of aaa, the first counts. */
static unsigned long long find_best(const reference *r, unsigned best[2]) {
    static unsigned long long counts[LIMIT][LIMIT];
    unsigned long long most = 0;
    memset(counts, 0, sizeof counts);
    for (size_t i = 0; i + 1 < r->count; i++) {
        unsigned left = r->ids[i], right = r->ids[i + 1];
        if (left == END || right == END)
            continue;
        counts[left][right]++;
        if (left == right && r->ids[i + 2] == left) {
            size_t run = i;
            while (r->ids[run] == left)
                run++;
            counts[left][left] += (run - i) / 2 - 1;
            i = run - 2;
        }
    }
    for (size_t i = 0; i + 1 < r->count; i++)
        if (r->ids[i] != END && r->ids[i + 1] != END && counts[r->ids[i]][r->ids[i + 1]] > most) {
            best[0] = r->ids[i];
            best[1] = r->ids[i + 1];
            most = counts[best[0]][best[1]];
        }
    return most;
}

static void join(reference *r) {
    const unsigned *pair = r->parts[r->tokens];
    size_t count = 0;
    for (size_t i = 0; i < r->count; i++) {
        bool here = i + 1 < r->count && r->ids[i] == pair[0] && r->ids[i + 1] == pair[1];
        r->ids[count++] = here ? r->tokens : r->ids[i];
        i += here;
    }
    r->count = count;
    r->tokens++;
}

static void train_reference(reference *r, const bml_tokenizer *t, const bml_train_options *options,
                            const bml_text *texts, size_t count) {
    size_t bytes = 1;
    for (size_t i = 0; i < count; i++)
        bytes += 2 * texts[i].size;
    *r = (reference){.tokens = 256};
    r->ids = malloc(bytes * sizeof *r->ids);
    assert_non_null(r->ids);
    for (size_t i = 0; i < count; i++)
        cut(r, t, &texts[i]);
    while (r->tokens < options->vocabulary) {
        unsigned long long most = find_best(r, r->parts[r->tokens]);
        if (most == 0 || most < (options->min_frequency ? options->min_frequency : 2))
            break;
        join(r);
    }
    free(r->ids);
}

static void expect_reference(const bml_train_options *options, const bml_text *texts,
                             size_t count) {
    bml_tokenizer *t = NULL;
    reference r;
    ASSERT_OK(bml_tokenizer_train(&t, options, texts, count));
    train_reference(&r, t, options, texts, count);
    assert_int_equal(bml_tokenizer_get_info(t).tokens, r.tokens);
    assert_int_equal(bml_tokenizer_get_info(t).rules, r.tokens - 256);
    for (unsigned id = 256; id < r.tokens; id++) {
        const unsigned char *found, *left, *right;
        size_t size, left_size, right_size;
        ASSERT_OK(bml_tokenizer_token(t, &found, &size, id));
        ASSERT_OK(bml_tokenizer_token(t, &left, &left_size, r.parts[id][0]));
        ASSERT_OK(bml_tokenizer_token(t, &right, &right_size, r.parts[id][1]));
        assert_int_equal(size, left_size + right_size);
        assert_memory_equal(found, left, left_size);
        assert_memory_equal(found + left_size, right, right_size);
    }
    bml_tokenizer_free(t);
}

/* Of few different letters, so that there are runs, overlaps and ties; or of everything. */
static void random_text(unsigned char *text, size_t size) {
    static const char letters[] = "aab ab\nA1.\xC3\xA9";
    unsigned kinds = 1 + bml_test_random(sizeof letters - 1);
    if (bml_test_random(4) == 0)
        bml_test_text(text, size);
    else
        for (size_t i = 0; i < size; i++)
            text[i] = (unsigned char)letters[bml_test_random(kinds)];
}

static void it_learns_what_counting_again_learns(void **state) {
    (void)state;
    unsigned char bytes[4][400];
    for (unsigned round = 0; round < 400 * BML_PATTERN_COUNT; round++) {
        bml_text texts[4];
        size_t count = bml_test_random(5);
        for (size_t i = 0; i < count; i++) {
            texts[i] = (bml_text){bytes[i], bml_test_random(sizeof bytes[i])};
            random_text(bytes[i], texts[i].size);
        }
        bml_train_options options = {.vocabulary = 256 + bml_test_random(LIMIT - 256),
                                     .pattern = (bml_pattern)(round % BML_PATTERN_COUNT),
                                     .min_frequency = bml_test_random(4)};
        expect_reference(&options, texts, count);
    }
}

/* All that training knows of the texts: the words, in order, and their counts. */
static void expect_same_words(const bml_text *texts, size_t count, bml_pattern pattern) {
    bml_words_ one = {0}, many = {0};
    bml_tokenizer *t;
    ASSERT_OK(bml_tokenizer_train(&t, &(bml_train_options){.vocabulary = 256, .pattern = pattern},
                                  NULL, 0));
    bml_set_threads(1);
    ASSERT_OK(bml_words_count_(&one, texts, count, pattern, t->split));
    for (size_t threads = 2; threads <= 5; threads++) {
        bml_set_threads(threads);
        ASSERT_OK(bml_words_count_(&many, texts, count, pattern, t->split));
        assert_int_equal(many.count, one.count);
        assert_int_equal(many.bytes.size, one.bytes.size);
        assert_memory_equal(many.bytes.data, one.bytes.data, one.bytes.size);
        for (size_t i = 0; i < one.count; i++) {
            assert_int_equal(many.words[i].start, one.words[i].start);
            assert_int_equal(many.words[i].count, one.words[i].count);
        }
        bml_words_free_(&many);
    }
    bml_set_threads(0);
    bml_words_free_(&one);
    bml_tokenizer_free(t);
}

static void long_texts_are_cut_between_threads_alike(void **state) {
    (void)state;
    enum { SIZE = 400000, KINDS = 40 };
    static const char letters[] = " '\na1.\r/sA\xC3\xA9 ";
    unsigned char *bytes = malloc(SIZE);
    assert_non_null(bytes);
    for (int kind = 0; kind < KINDS; kind++) {
        unsigned kinds = 2 + bml_test_random(sizeof letters - 2);
        for (size_t i = 0; i < SIZE; i++)
            bytes[i] = (unsigned char)letters[bml_test_random(kinds)];
        if (kind % 4 == 0)
            bml_test_text(bytes, SIZE);
        bml_text texts[] = {{bytes, 7}, {bytes + 7, 299993}, {bytes, 0}, {bytes + 300000, 100000}};
        for (int pattern = 0; pattern < BML_PATTERN_COUNT; pattern++)
            expect_same_words(texts, 4, (bml_pattern)pattern);
    }
    free(bytes);
}

static void threads_learn_alike(void **state) {
    (void)state;
    enum { SIZE = 300000 };
    unsigned char *bytes = malloc(SIZE);
    assert_non_null(bytes);
    bml_test_text(bytes, SIZE);
    for (int pattern = 0; pattern < BML_PATTERN_COUNT; pattern++)
        for (size_t threads = 1; threads <= 4; threads++) {
            bml_train_options options = {.vocabulary = 290, .pattern = (bml_pattern)pattern};
            bml_set_threads(threads);
            expect_reference(&options, &(bml_text){bytes, SIZE}, 1);
        }
    bml_set_threads(0);
    free(bytes);
}

/* The words of train_words.txt, each so often as it says there, with a space before it. */
static char *made_up_text(size_t *size) {
    size_t list_size, room = 0;
    char *list = bml_test_file(TEST_DATA "/tokenizer/train_words.txt", &list_size);
    char *text = malloc(1 << 21);
    assert_non_null(text);
    for (char *line = strtok(list, "\n"); line; line = strtok(NULL, "\n")) {
        char word[16];
        unsigned count;
        assert_int_equal(sscanf(line, "%15s %u", word, &count), 2);
        for (; count; count--) {
            assert_true(room + 20 < 1 << 21);
            room += (size_t)sprintf(text + room, " %s", word);
        }
    }
    free(list);
    *size = room;
    return text;
}

static void without_ties_it_learns_what_hugging_face_learns(void **state) {
    (void)state;
    size_t size, expected_size, found_size;
    char *text = made_up_text(&size);
    char *expected = bml_test_file(TEST_DATA "/tokenizer/train_merges.txt", &expected_size);
    size_t steps = 0;
    for (const char *p = strchr(expected, '\n') + 1; *p; p = strchr(p, '\n') + 1)
        steps++;
    assert_true(steps > 50);
    bml_tokenizer *t = NULL;
    bml_train_options options = {.vocabulary = 256 + steps, .pattern = BML_PATTERN_GPT2};
    ASSERT_OK(bml_tokenizer_train(&t, &options, &(bml_text){text, size}, 1));
    ASSERT_OK(bml_tokenizer_save_merges(t, NULL, "trained_merges.txt"));
    char *found = bml_test_file("trained_merges.txt", &found_size);
    assert_string_equal(found, expected);
    bml_tokenizer_free(t);
    free(found);
    free(expected);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_learns_what_counting_again_learns),
        cmocka_unit_test(long_texts_are_cut_between_threads_alike),
        cmocka_unit_test(threads_learn_alike),
        cmocka_unit_test(without_ties_it_learns_what_hugging_face_learns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
