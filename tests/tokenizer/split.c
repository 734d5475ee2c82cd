/* The splitters: windows and the plain scanners agree, and both are linear. */
#include "support.h"
#include "random.h"

#include <stdlib.h>
#include <time.h>

#include "tokenizer/split_internal.h"

static const struct {
    bml_next_piece_ *next;
    bml_split_ *split;
} patterns[] = {
    {bml_next_gpt2_, bml_split_gpt2_},
    {bml_next_cl100k_, bml_split_cl100k_},
    {bml_next_llama3_, bml_split_llama3_},
    {bml_next_o200k_, bml_split_o200k_},
};
enum { PATTERNS = sizeof patterns / sizeof *patterns };

static void expect_same(size_t pattern, const unsigned char *text, size_t size, size_t room) {
    const unsigned char *p = text, *end = text + size;
    size_t ends[300];
    for (size_t at = 0; at < size; at += ends[0]) {
        size_t count = patterns[pattern].split(ends, room, text + at, size - at);
        assert_in_range(count, 1, room);
        for (size_t i = 0; i < count; i++) {
            p = patterns[pattern].next(p, end);
            if ((size_t)(p - text) != at + ends[i])
                fail_msg("pattern %zu: found an end at %zu, expected %zu:\n%.*s", pattern,
                         at + ends[i], (size_t)(p - text), (int)size, (const char *)text);
        }
        ends[0] = ends[count - 1];
    }
}

static void windows_cut_as_plain_scanners(void **state) {
    (void)state;
    enum { SIZE = 500 };
    for (int i = 0; i < 40000; i++) {
        size_t size = 1 + bml_test_random(SIZE);
        unsigned char *text = malloc(size); /* so that a sanitizer sees its end */
        assert_non_null(text);
        bml_test_text(text, size);
        for (size_t pattern = 0; pattern < PATTERNS; pattern++)
            expect_same(pattern, text, size, i % 2 ? 300 : BML_SPLIT_ROOM_);
        free(text);
    }
}

/* ASCII only, where everything is in windows. */
static void windows_cut_as_plain_scanners_ascii(void **state) {
    (void)state;
    static const char alphabet[] = "aaabBs'''tlLdre   \n\n\r\t1234//(!";
    unsigned char text[400];
    for (int i = 0; i < 60000; i++) {
        uint32_t first = bml_test_random(20), count = 1 + bml_test_random(31 - first);
        for (size_t k = 0; k < sizeof text; k++)
            text[k] = (unsigned char)alphabet[first + bml_test_random(count)];
        for (size_t pattern = 0; pattern < PATTERNS; pattern++)
            expect_same(pattern, text, sizeof text, 300);
    }
}

static void expect_pieces(bml_pattern pattern, const char *text, const char *expected) {
    char found[200] = "";
    bml_next_piece_ *next = pattern == BML_PATTERN_LLAMA3  ? bml_next_llama3_
                            : pattern == BML_PATTERN_O200K ? bml_next_o200k_
                                                           : patterns[pattern].next;
    const unsigned char *p = (const unsigned char *)text, *end = p + strlen(text);
    while (p < end) {
        const unsigned char *q = next(p, end);
        strncat(found, (const char *)p, (size_t)(q - p));
        strcat(found, "|");
        p = q;
    }
    assert_string_equal(found, expected);
}

/* What tiktoken 0.14.0 (and for llama3, Hugging Face tokenizers 0.23) do at corners that a text
 * seldom has. */
static void cuts_corners_as_tiktoken(void **state) {
    (void)state;
    expect_pieces(BML_PATTERN_GPT2, "x\n  ", "x|\n  |");
    expect_pieces(BML_PATTERN_CL100K, "x\n  ", "x|\n  |");
    expect_pieces(BML_PATTERN_LLAMA3, "x\n  ", "x|\n|  |");
    expect_pieces(BML_PATTERN_O200K, "x\n  ", "x|\n|  |");
    expect_pieces(BML_PATTERN_GPT2, "'\xC5\xBFx", "'|\xC5\xBFx|");
    expect_pieces(BML_PATTERN_CL100K, "'\xC5\xBFx", "'\xC5\xBF|x|");
    expect_pieces(BML_PATTERN_O200K, "a'\xC5\xBFx", "a'\xC5\xBF|x|");
    expect_pieces(BML_PATTERN_O200K, "x's's", "x's|'s|");
    expect_pieces(BML_PATTERN_O200K, "HTTPServerX don't", "HTTPServer|X| don't|");
    expect_pieces(BML_PATTERN_O200K,
                  "\xCC\x81"
                  "AB ",
                  "\xCC\x81|AB| |");
    expect_pieces(BML_PATTERN_O200K, "(\n/\n/(a", "(\n/\n/|(a|");
    expect_pieces(BML_PATTERN_CL100K, "12345a", "123|45|a|");
}

static double seconds(bml_split_ *split, const unsigned char *text, size_t size) {
    size_t ends[600];
    struct timespec a, b;
    timespec_get(&a, TIME_UTC);
    for (size_t at = 0; at < size;) {
        size_t count = split(ends, 600, text + at, size - at);
        at += ends[count - 1];
    }
    timespec_get(&b, TIME_UTC);
    return (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
}

/* A million of each of these takes milliseconds; if it were quadratic, it would take minutes. */
static void long_runs_take_linear_time(void **state) {
    (void)state;
    static const char *const units[] = {"a",
                                        " ",
                                        "\n",
                                        "1",
                                        "!",
                                        "'",
                                        "\n ",
                                        " \n ",
                                        "A",
                                        "'s",
                                        "\xCC\x81",
                                        ("\xCC\x81"
                                         "A"),
                                        "\xE3\x80\x80",
                                        "\xFF",
                                        "(\n/"};
    enum { SIZE = 1000000 };
    unsigned char *text = malloc(SIZE + 8);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        size_t width = strlen(units[i]), size = SIZE / width * width;
        for (size_t at = 0; at < size; at += width)
            memcpy(text + at, units[i], width);
        text[size] = 'x';
        for (size_t pattern = 0; pattern < PATTERNS; pattern++)
            assert_true(seconds(patterns[pattern].split, text, size + 1) < 2);
    }
    free(text);
}

/* The 25 of \s, and the classes of ASCII, which has a table of its own. */
static void classes_are_those_of_unicode(void **state) {
    (void)state;
    unsigned spaces = 0;
    for (uint32_t c = 0; c < 0x110000; c++) {
        uint32_t last = (bml_unicode_places_ << BML_UNICODE_SHIFT_) - 1;
        unsigned set = bml_set_of_(c < last ? c : last);
        spaces += (set & BML_SPACES_) != 0;
        if (c < 0x80)
            assert_int_equal(bml_ascii_sets_[c], set);
    }
    assert_int_equal(spaces, 25);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(windows_cut_as_plain_scanners),
        cmocka_unit_test(windows_cut_as_plain_scanners_ascii),
        cmocka_unit_test(cuts_corners_as_tiktoken),
        cmocka_unit_test(long_runs_take_linear_time),
        cmocka_unit_test(classes_are_those_of_unicode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
