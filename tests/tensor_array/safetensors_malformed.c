/* Files that are not what the format says: each is refused with a text that says why, and none
 * brings the reader down. */
#include "expect.h"
#include "failing_allocator.h"
#include "safetensors_file.h"

#include <stdio.h>
#include <stdlib.h>

#include <bendml/tensor_array.h>

#define PATH "malformed.safetensors"
#define T(name, dtype, shape, offsets) \
    "\"" name "\":{\"dtype\":\"" dtype "\",\"shape\":" shape ",\"data_offsets\":" offsets "}"

typedef struct header_case {
    const char *header;
    size_t data_size;
    bml_status status;
    const char *words;
} header_case;

static const header_case cases[] = {
    /* Not the JSON that a header is. */
    {"", 0, BML_ERROR_FORMAT, "header at byte 8: found the end of the header, expected '{'"},
    {" {}", 0, BML_ERROR_FORMAT, "header at byte 8: found byte 0x20, expected '{'"},
    {"[]", 0, BML_ERROR_FORMAT, "found '[', expected '{'"},
    {"{", 0, BML_ERROR_FORMAT, "header at byte 9: found the end of the header, expected '\"'"},
    {"{}x", 0, BML_ERROR_FORMAT, "header at byte 10: found 'x', expected nothing but"},
    {"{}\n", 0, BML_ERROR_FORMAT, "found byte 0x0a, expected nothing but spaces after the object"},
    {"{} {}", 0, BML_ERROR_FORMAT, "header at byte 11: found '{', expected nothing but spaces"},
    {"{\"a\" 1}", 0, BML_ERROR_FORMAT, "header at byte 13: found '1', expected ':'"},
    {"{\"a\":1}", 0, BML_ERROR_FORMAT, "header at byte 13: found '1', expected '{'"},
    {"{\"a\":null}", 0, BML_ERROR_FORMAT, "found 'n', expected '{'"},
    {"{\"a", 0, BML_ERROR_FORMAT, "header at byte 11: found the end of the header, expected '\"'"},
    {"{\"a\\", 0, BML_ERROR_FORMAT, "the end of the header, expected one of"},
    {"{\"a\\x\":1}", 0, BML_ERROR_FORMAT, "header at byte 12: found 'x', expected one of"},
    {"{\"a\n\":1}", 0, BML_ERROR_FORMAT, "header at byte 11: found byte 0x0a, expected an escape"},
    {"{\"\\u12g4\":1}", 0, BML_ERROR_FORMAT, "header at byte 10: found \\u, expected four hexa"},
    {"{\"\\u12", 0, BML_ERROR_FORMAT, "found \\u, expected four hexadecimal digits"},
    {"{\"\\u0000\":1}", 0, BML_ERROR_FORMAT, "found \\u0000, expected a string without it"},
    {"{\"\\ud800\":1}", 0, BML_ERROR_FORMAT, "found \\ud800, expected a pair of surrogates"},
    {"{\"\\ud800\\u0041\":1}", 0, BML_ERROR_FORMAT, "expected a pair of surrogates"},
    {"{\"\\udc00\\ud800\":1}", 0, BML_ERROR_FORMAT, "found \\udc00, expected a pair"},
    {"{\"\\ud800\\udc0", 0, BML_ERROR_FORMAT, "expected a pair of surrogates"},
    {"{\"a\xff\":1}", 0, BML_ERROR_FORMAT, "header at byte 11: found byte 0xff, expected UTF-8"},
    {"{\"\xc0\xaf\":1}", 0, BML_ERROR_FORMAT, "found byte 0xc0, expected UTF-8"},
    {"{\"\xe0\x80\xaf\":1}", 0, BML_ERROR_FORMAT, "found byte 0xe0, expected UTF-8"},
    {"{\"\xed\xa0\x80\":1}", 0, BML_ERROR_FORMAT, "found byte 0xed, expected UTF-8"},
    {"{\"\xf0\x8f\xbf\xbf\":1}", 0, BML_ERROR_FORMAT, "found byte 0xf0, expected UTF-8"},
    {"{\"\xf4\x90\x80\x80\":1}", 0, BML_ERROR_FORMAT, "found byte 0xf4, expected UTF-8"},
    {"{\"\xe2\x82", 0, BML_ERROR_FORMAT, "found byte 0xe2, expected UTF-8"},
    {"{" T("a", "U8", "[1]", "[0,1]") ",}", 1, BML_ERROR_FORMAT, "found '}', expected '\"'"},
    {"{" T("a", "U8", "[1]", "[0,1]"), 1, BML_ERROR_FORMAT, "expected ',' or '}'"},
    /* A tensor's fields. */
    {"{\"a\":{}}", 0, BML_ERROR_FORMAT, "tensor \"a\": found no dtype"},
    {"{\"a\":{\"dtype\":\"F32\"}}", 0, BML_ERROR_FORMAT, "tensor \"a\": found no shape"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[]}}", 0, BML_ERROR_FORMAT,
     "header at byte 9: tensor \"a\": found no data_offsets"},
    {"{\"a\":{\"shape\":[],\"shape\":[]}}", 0, BML_ERROR_FORMAT,
     "header at byte 25: tensor \"a\": found \"shape\" a second time"},
    {"{\"a\":{\"strides\":[1]}}", 0, BML_ERROR_UNSUPPORTED,
     "tensor \"a\": found \"strides\", expected dtype, shape and data_offsets only"},
    {"{\"a\":{\"dtype\":1}}", 0, BML_ERROR_FORMAT, "found '1', expected '\"'"},
    {"{" T("a", "F8_E4M3", "[1]", "[0,1]") "}", 1, BML_ERROR_UNSUPPORTED,
     "tensor \"a\": found dtype \"F8_E4M3\", expected F32, F16, BF16"},
    {"{" T("a", "f32", "[1]", "[0,4]") "}", 4, BML_ERROR_UNSUPPORTED, "found dtype \"f32\""},
    {"{" T("a", "U8", "[1,1,1,1,1,1,1,1,1]", "[0,1]") "}", 1, BML_ERROR_UNSUPPORTED,
     "tensor \"a\": found rank 9, expected <= 8"},
    {"{" T("a", "U8", "1", "[0,1]") "}", 1, BML_ERROR_FORMAT, "found '1', expected '['"},
    {"{" T("a", "U8", "[-1]", "[0,1]") "}", 1, BML_ERROR_FORMAT,
     "found '-', expected a whole number >= 0"},
    {"{" T("a", "U8", "[1.0]", "[0,1]") "}", 1, BML_ERROR_FORMAT, "found '.', expected ',' or ']'"},
    {"{" T("a", "U8", "[1e0]", "[0,1]") "}", 1, BML_ERROR_FORMAT, "found 'e', expected ',' or ']'"},
    {"{" T("a", "U8", "[01]", "[0,1]") "}", 1, BML_ERROR_FORMAT, "a number that starts with 0"},
    {"{" T("a", "U8", "[1,]", "[0,1]") "}", 1, BML_ERROR_FORMAT, "found ']', expected a whole"},
    {"{" T("a", "U8", "[\"1\"]", "[0,1]") "}", 1, BML_ERROR_FORMAT, "found '\"', expected a whole"},
    {"{" T("a", "U8", "[184467440737095516150]", "[0,1]") "}", 1, BML_ERROR_FORMAT,
     "found a number that is too large, expected <= "},
    {"{" T("a", "U8", "[18446744073709551616]", "[0,1]") "}", 1, BML_ERROR_FORMAT,
     "found a number that is too large, expected <= "},
    {"{" T("a", "U8", "[4294967296,4294967296]", "[0,0]") "}", 0, BML_ERROR_FORMAT,
     "found U8 [4294967296,4294967296], over what can be addressed"},
    {"{" T("a", "F32", "[4611686018427387904]", "[0,0]") "}", 0, BML_ERROR_FORMAT,
     "found F32 [4611686018427387904], over what can be addressed"},
    /* Where its data lies. */
    {"{" T("a", "U8", "[1]", "[0]") "}", 1, BML_ERROR_FORMAT, "found 1 data_offsets, expected 2"},
    {"{" T("a", "U8", "[1]", "[0,1,2]") "}", 1, BML_ERROR_FORMAT, "found 3 data_offsets"},
    {"{" T("a", "U8", "[1]", "[1,0]") "}", 1, BML_ERROR_FORMAT,
     "tensor \"a\": found data_offsets [1,0], expected begin <= end <= 1 (the file has 62 bytes)"},
    {"{" T("a", "U8", "[2]", "[0,2]") "}", 1, BML_ERROR_FORMAT,
     "found data_offsets [0,2], expected begin <= end <= 1"},
    {"{" T("a", "U8", "[1]", "[18446744073709551615,18446744073709551615]") "}", 1,
     BML_ERROR_FORMAT, "expected begin <= end <= 1"},
    {"{" T("a", "F32", "[2,2]", "[0,12]") "}", 12, BML_ERROR_FORMAT,
     "tensor \"a\": found data_offsets [0,12] of 12 bytes, expected 16 for F32 [2,2]"},
    {"{" T("a", "F32", "[]", "[0,0]") "}", 0, BML_ERROR_FORMAT, "expected 4 for F32 []"},
    {"{" T("a", "F32", "[0,3]", "[0,4]") "}", 4, BML_ERROR_FORMAT, "expected 0 for F32 [0,3]"},
    {"{" T("a", "U8", "[1]", "[1,2]") "}", 2, BML_ERROR_FORMAT,
     "tensor \"a\": found its data at byte 62, expected 61, where that before it ends (a hole)"},
    {"{" T("a", "U8", "[1]", "[0,1]") "," T("b", "U8", "[1]", "[2,3]") "}", 3, BML_ERROR_FORMAT,
     "tensor \"b\": found its data at byte"},
    {"{" T("a", "U8", "[2]", "[0,2]") "," T("b", "U8", "[2]", "[1,3]") "}", 3, BML_ERROR_FORMAT,
     "(an overlap)"},
    {"{" T("a", "U8", "[2]", "[0,2]") "," T("b", "U8", "[0]", "[1,1]") "}", 2, BML_ERROR_FORMAT,
     "tensor \"b\": found its data at byte"},
    {"{" T("a", "U8", "[1]", "[0,1]") "}", 2, BML_ERROR_FORMAT,
     "found 63 bytes, expected 62, where the last tensor ends"},
    {"{}", 1, BML_ERROR_FORMAT, "found 11 bytes, expected 10"},
    /* Names. */
    {"{" T("a", "U8", "[1]", "[0,1]") "," T("a", "U8", "[1]", "[1,2]") "}", 2, BML_ERROR_FORMAT,
     "header at byte 61: found tensor \"a\" a second time"},
    {"{" T("a", "U8", "[1]", "[0,1]") "," T("\\u0061", "U8", "[1]", "[1,2]") "}", 2,
     BML_ERROR_FORMAT, "found tensor \"a\" a second time"},
    {"{" T("\\u001b[1m", "U8", "[1]", "[0,2]") "}", 2, BML_ERROR_FORMAT, "tensor \"?[1m\": found"},
    /* Metadata. */
    {"{\"__metadata__\":null}", 0, BML_ERROR_FORMAT, "found 'n', expected '{'"},
    {"{\"__metadata__\":{\"a\":1}}", 0, BML_ERROR_FORMAT, "found '1', expected '\"'"},
    {"{\"__metadata__\":{\"a\":\"1\",\"a\":\"2\"}}", 0, BML_ERROR_FORMAT,
     "header at byte 33: found metadata key \"a\" a second time"},
    {"{\"__metadata__\":{},\"__metadata__\":{}}", 0, BML_ERROR_FORMAT,
     "header at byte 27: found \"__metadata__\" a second time"},
};

/* The error must also name the file, and nothing may be left behind. */
static void expect_refused(bml_status status, const char *words) {
    bml_safetensors *file = NULL;
    ASSERT_FAILS(bml_safetensors_open(&file, PATH), status, words);
    assert_ptr_equal(strstr(bml_error_text(), PATH ": "), bml_error_text());
    assert_null(file);
    assert_int_equal(bml_test_live_blocks(), 0);
}

static void refuses_malformed_headers(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bml_test_write_header(PATH, cases[i].header, cases[i].data_size);
        expect_refused(cases[i].status, cases[i].words);
    }
}

static void refuses_bad_lengths(void **state) {
    (void)state;
    bml_test_write_file(PATH, "", 0);
    expect_refused(BML_ERROR_FORMAT, "found 0 bytes, expected at least the 8 of the header length");
    bml_test_write_file(PATH, "\2\0\0\0\0\0\0", 7);
    expect_refused(BML_ERROR_FORMAT, "found 7 bytes");
    bml_test_write_file(PATH, "\377\377\377\377\377\377\377\377{", 9);
    expect_refused(BML_ERROR_FORMAT, "header length at byte 0: found 18446744073709551615, "
                                     "expected at most 100000000 (the file has 9 bytes)");
    bml_test_write_file(PATH, "\0\341\365\5\0\0\0\0{}", 10); /* 100000000 */
    expect_refused(BML_ERROR_FORMAT, "found 100000000, expected at most 2 (the file has 10 bytes)");
    bml_test_write_file(PATH, "\3\0\0\0\0\0\0\0{}", 10);
    expect_refused(BML_ERROR_FORMAT, "found 3, expected at most 2 (the file has 10 bytes)");
}

static void refuses_what_is_not_a_file(void **state) {
    (void)state;
    bml_safetensors *file = NULL;
    ASSERT_FAILS(bml_safetensors_open(&file, "no-such-file"), BML_ERROR_IO,
                 "no-such-file: No such file");
    ASSERT_FAILS(bml_safetensors_open(&file, "."), BML_ERROR_IO, "found a directory");
    ASSERT_FAILS(bml_safetensors_open(&file, "/dev/null"), BML_ERROR_IO, "special file");
    assert_int_equal(bml_test_live_blocks(), 0);
}

static void accepts_the_unusual(void **state) {
    (void)state;
    static const char *const headers[] = {
        "{}",
        "{}        ",
        "{ \t\r\n}",
        "{\"__metadata__\":{}}",
        "{" T("", "U8", "[0]", "[0,0]") "}",
        "{" T("a", "U8", "[0,18446744073709551615]", "[0,0]") "}",
        "{" T("b", "U8", "[0]", "[0,0]") "," T("a", "F32", "[0,9]", "[0,0]") "}",
        "{ \"a\" : { \"shape\" : [ 0 , 1 ] , \"data_offsets\" : [ 0 , 0 ] ,\"dtype\":\"I8\"} }",
        "{" T("\\\"\\\\\\/\\b\\f\\n\\r\\t\\u20AC\\uD83D\\uDE00", "U8", "[0]", "[0,0]") "}",
        "{" T("a", "U8", "[1,1,1,1,0,1,1,1]", "[0,0]") "}",
    };
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        bml_safetensors *file = NULL;
        bml_test_write_header(PATH, headers[i], 0);
        ASSERT_OK(bml_safetensors_open(&file, PATH));
        if (i == 6) /* of empty tensors in one place, the header's order counts */
            assert_string_equal(bml_safetensors_at(file, 0)->name, "b");
        if (i == 8)
            assert_non_null(
                bml_safetensors_find(file, "\"\\/\b\f\n\r\t\xe2\x82\xac\xf0\x9f\x98\x80"));
        bml_safetensors_free(file);
    }
    assert_int_equal(bml_test_live_blocks(), 0);
}

/* Opens what may be anything, and touches all that it gives. */
static bml_status open_and_read(void) {
    bml_safetensors *file = NULL;
    bml_status status = bml_safetensors_open(&file, PATH);
    for (size_t i = 0; !status && i < bml_safetensors_count(file); i++) {
        float room[64];
        const bml_tensor_info *info = bml_safetensors_at(file, i);
        bml_array y = {room, 1, info->rank ? info->shape[info->rank - 1] : 1, 64, NULL};
        if (y.cols <= 64)
            (void)!bml_safetensors_read(&y, 1, file, info->name);
    }
    bml_safetensors_free(file);
    assert_int_equal(bml_test_live_blocks(), 0);
    return status;
}

static const char small[] = "{\"__metadata__\":{\"k\":\"v\\u00e9\"}," T(
    "w", "F16", "[2,3]", "[0,12]") "," T("b\\n", "F32", "[3]", "[12,24]") "}  ";

static void refuses_every_truncation(void **state) {
    (void)state;
    size_t size;
    bml_test_write_header(PATH, small, 24);
    assert_int_equal(open_and_read(), BML_OK);
    unsigned char *bytes = bml_test_read_file(PATH, &size);
    for (size_t length = 0; length < size; length++) {
        bml_test_write_file(PATH, bytes, length);
        assert_int_equal(open_and_read(), BML_ERROR_FORMAT);
    }
    free(bytes);
}

static void survives_every_flipped_bit(void **state) {
    (void)state;
    size_t size, refused = 0;
    bml_test_write_header(PATH, small, 24);
    unsigned char *bytes = bml_test_read_file(PATH, &size);
    for (size_t bit = 0; bit < 8 * (size - 24); bit++) {
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        bml_test_write_file(PATH, bytes, size);
        refused += open_and_read() != BML_OK;
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
    assert_true(refused > 1000); /* the others are flips within names and values */
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_malformed_headers),  cmocka_unit_test(refuses_bad_lengths),
        cmocka_unit_test(refuses_what_is_not_a_file), cmocka_unit_test(accepts_the_unusual),
        cmocka_unit_test(refuses_every_truncation),   cmocka_unit_test(survives_every_flipped_bit),
    };
    bml_test_fail_at(0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
