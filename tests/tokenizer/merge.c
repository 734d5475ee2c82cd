/* The fast encoder gives what the slow one does, on random tables and texts. */
#include "support.h"
#include "random.h"
#include "reference.h"

#include <stdlib.h>

#define PATH "merge_table.txt"

enum { MOST_RULES = 120, MOST_BYTES = 700 };

/* Texts of a few letters, so that rules apply. */
static uint8_t letter(uint32_t letters) {
    return (uint8_t)("ab c\xC3\xA9'1\xFFz"[bml_test_random(letters)]);
}

static char *add_alphabet(char *out, const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        unsigned byte = bytes[i], point = byte == ' ' ? 0x120 : byte; /* of letter()'s, only that */
        if (point < 0x80) {
            *out++ = (char)point;
        } else {
            *out++ = (char)(0xC0 | point >> 6);
            *out++ = (char)(0x80 | (point & 0x3F));
        }
    }
    return out;
}

typedef struct table {
    uint8_t bytes[MOST_RULES + 10][64];
    size_t sizes[MOST_RULES + 10], count;
} table;

static bool is_new(const table *t, const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < t->count; i++)
        if (t->sizes[i] == size && memcmp(t->bytes[i], bytes, size) == 0)
            return false;
    return true;
}

static void start(table *t, uint32_t letters) {
    t->count = 0;
    for (uint32_t i = 0; i < letters; i++) {
        uint8_t byte = (uint8_t)("ab c\xC3\xA9'1\xFFz"[i]);
        t->bytes[t->count][0] = byte;
        t->sizes[t->count++] = 1;
    }
}

/* Joins two tokens at random; false: nothing new came of it. */
static bool add(table *t, size_t *left, size_t *right) {
    uint8_t joined[128];
    *left = bml_test_random((uint32_t)t->count);
    *right = bml_test_random((uint32_t)t->count);
    size_t size = t->sizes[*left] + t->sizes[*right];
    memcpy(joined, t->bytes[*left], t->sizes[*left]);
    memcpy(joined + t->sizes[*left], t->bytes[*right], t->sizes[*right]);
    if (size > 60 || !is_new(t, joined, size))
        return false;
    memcpy(t->bytes[t->count], joined, size);
    t->sizes[t->count++] = size;
    return true;
}

/* merges.txt; with `shuffled` the lines are in any order, so that a rule may join what a later one
 * makes. */
static bml_tokenizer *random_merges(uint32_t letters, uint32_t rules, bool shuffled) {
    static char lines[MOST_RULES][300], text[MOST_RULES * 300];
    static table t;
    size_t count = 0, left, right;
    start(&t, letters);
    while (count < rules) {
        if (!add(&t, &left, &right))
            continue;
        char *end = add_alphabet(lines[count], t.bytes[left], t.sizes[left]);
        *end++ = ' ';
        end = add_alphabet(end, t.bytes[right], t.sizes[right]);
        strcpy(end, "\n");
        count++;
    }
    char *end = text;
    *text = '\0';
    for (size_t i = 0; i < count; i++) {
        size_t k = shuffled ? i + bml_test_random((uint32_t)(count - i)) : i;
        end += sprintf(end, "%s", lines[k]);
        if (k != i)
            memmove(lines[k], lines[i], sizeof lines[i]);
    }
    bml_test_put(PATH, text, strlen(text));
    bml_tokenizer *out = NULL;
    ASSERT_OK(bml_tokenizer_load_merges(&out, NULL, PATH,
                                        bml_test_random(2) ? BML_PATTERN_NONE : BML_PATTERN_O200K));
    return out;
}

static void compare(const bml_tokenizer *t, uint32_t letters, bml_reference_encoder *encoder) {
    static uint32_t expected[MOST_BYTES];
    bml_tokens found = {0};
    for (int i = 0; i < 12; i++) {
        size_t size = bml_test_random(i % 2 ? 20 : MOST_BYTES);
        uint8_t *text = malloc(size + 1);
        assert_non_null(text);
        uint32_t few = i % 3 ? letters : 1 + bml_test_random(2); /* runs of one letter too */
        for (size_t k = 0; k < size; k++)
            text[k] = letter(few);
        size_t count = bml_encode_reference(expected, t, text, size, encoder);
        found.count = 0;
        ASSERT_OK(bml_tokenizer_encode_ordinary(t, &found, text, size));
        assert_int_equal(found.count, count);
        for (size_t k = 0; k < count; k++)
            if (found.ids[k] != expected[k])
                fail_msg("token %zu of %zu: found %u, expected %u", k, count, found.ids[k],
                         expected[k]);
        free(text);
    }
    bml_tokens_free(&found);
}

static void merges_as_the_reference(void **state) {
    (void)state;
    unsigned ascending = 0, not_ascending = 0;
    for (int i = 0; i < 70; i++) {
        uint32_t letters = 1 + bml_test_random(10);
        bml_tokenizer *t =
            random_merges(letters, 1 + bml_test_random(letters > 1 ? MOST_RULES : 30), i % 3 == 0);
        t->rules.ascending ? ascending++ : not_ascending++;
        compare(t, letters, bml_encode_piece_reference);
        if (t->rules.ascending) { /* the general way must do the same */
            t->rules.ascending = false;
            compare(t, letters, bml_encode_piece_reference);
        }
        bml_tokenizer_free(t);
    }
    assert_true(ascending > 20 && not_ascending > 10);
    remove(PATH);
}

static size_t put_base64(char *out, const uint8_t *bytes, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t used = 0;
    for (size_t i = 0; i < size; i += 3) {
        uint32_t group = (uint32_t)bytes[i] << 16;
        group |= i + 1 < size ? (uint32_t)bytes[i + 1] << 8 : 0;
        group |= i + 2 < size ? bytes[i + 2] : 0;
        for (int k = 0; k < 4; k++)
            out[used++] = i + (size_t)k > size ? '=' : digits[group >> (18 - 6 * k) & 63];
    }
    return used;
}

/* Ranks in any order, and tokens that nothing makes: only the bytes matter. */
static bml_tokenizer *random_ranks(uint32_t letters, uint32_t rules) {
    static table t;
    static char text[(MOST_RULES + 256) * 120];
    uint32_t ranks[MOST_RULES + 256], count = 256 + rules;
    size_t used = 0, left, right;
    start(&t, letters);
    while (t.count < letters + rules)
        (void)add(&t, &left, &right);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = bml_test_random(i + 1);
        ranks[i] = ranks[k];
        ranks[k] = i;
    }
    for (uint32_t i = 0; i < count; i++) {
        size_t at = letters + i - 256;
        if (i >= 256 && i % 7 == 3 && t.sizes[at] > 2) /* what it joined is not there */
            t.bytes[at][1] = (uint8_t)(0x80 + i);
        used += i < 256 ? put_base64(text + used, &(uint8_t){(uint8_t)i}, 1)
                        : put_base64(text + used, t.bytes[at], t.sizes[at]);
        used += (size_t)sprintf(text + used, " %u\n", ranks[i]);
    }
    bml_test_put(PATH, text, used);
    bml_tokenizer *out = NULL;
    ASSERT_OK(bml_tokenizer_load_tiktoken(&out, PATH, BML_PATTERN_CL100K, NULL, 0));
    return out;
}

static void ranks_as_the_reference(void **state) {
    (void)state;
    for (int i = 0; i < 70; i++) {
        uint32_t letters = 2 + bml_test_random(9);
        bml_tokenizer *t = random_ranks(letters, 1 + bml_test_random(MOST_RULES));
        compare(t, letters, bml_encode_ranks_reference);
        bml_tokenizer_free(t);
    }
    remove(PATH);
}

/* gpt2's rules on long pieces, in both ways. */
static void long_pieces_in_both_ways(void **state) {
    (void)state;
    bml_tokenizer *t = bml_test_open("gpt2");
    enum { SIZE = 20000 };
    uint8_t *text = malloc(SIZE);
    uint32_t *one = malloc(SIZE * sizeof *one), *other = malloc(SIZE * sizeof *other);
    assert_true(text && one && other);
    bml_bench_ bench = {0};
    for (int i = 0; i < 30; i++) {
        size_t size = 49 + bml_test_random(SIZE - 49), counts[2];
        for (size_t k = 0; k < size; k++)
            text[k] =
                (uint8_t)(i % 3 ? 'a' + (int)bml_test_random(1 + (uint32_t)i) : "=-a"[i / 3 % 3]);
        ASSERT_OK(bml_merge_(&bench, one, &counts[0], &t->rules, &t->vocabulary, text, size));
        assert_true(t->rules.ascending);
        t->rules.ascending = false;
        ASSERT_OK(bml_merge_(&bench, other, &counts[1], &t->rules, &t->vocabulary, text, size));
        t->rules.ascending = true;
        assert_int_equal(counts[0], counts[1]);
        assert_memory_equal(one, other, counts[0] * sizeof *one);
    }
    bml_bench_free_(&bench);
    free(text);
    free(one);
    free(other);
    bml_tokenizer_free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merges_as_the_reference),
        cmocka_unit_test(ranks_as_the_reference),
        cmocka_unit_test(long_pieces_in_both_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
