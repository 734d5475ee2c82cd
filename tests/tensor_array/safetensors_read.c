/* Files made by the reference implementation are read as it reads them
 * (tests/reference/safetensors_fixtures.py). */
#include "expect.h"
#include "safetensors_file.h"

#include <stdio.h>
#include <stdlib.h>

#include <bendml/tensor_array.h>

#define FOLDER TEST_DATA "/safetensors/"

static bml_safetensors *open_file(const char *path) {
    bml_safetensors *file = NULL;
    ASSERT_OK(bml_safetensors_open(&file, path));
    return file;
}

/* The tensor as an array, to be freed. */
static bml_array load(const bml_safetensors *file, const char *name) {
    bml_array y;
    const bml_tensor_info *info = bml_safetensors_find(file, name);
    assert_non_null(info);
    ASSERT_OK(
        bml_array_alloc(&y, info->rank == 2 ? info->shape[0] : 1, info->shape[info->rank - 1]));
    ASSERT_OK(bml_safetensors_read(&y, info->rank, file, name));
    return y;
}

static uint32_t bits(float value) {
    uint32_t result;
    memcpy(&result, &value, sizeof result);
    return result;
}

static void expect_same_bits(const bml_safetensors *file, const char *name, const char *wide) {
    bml_array x = load(file, name), y = load(file, wide);
    assert_true(x.cols > 40 && x.cols == y.cols);
    for (size_t i = 0; i < x.cols; i++)
        assert_int_equal(bits(x.data[i]), bits(y.data[i]));
    bml_array_free(&x);
    bml_array_free(&y);
}

static void widens_exactly(void **state) {
    (void)state;
    bml_safetensors *file = open_file(FOLDER "floats.safetensors");
    expect_same_bits(file, "f16", "f16.widened");
    expect_same_bits(file, "bf16", "bf16.widened");
    bml_safetensors_free(file);
}

static void expect_kind(const bml_safetensors *file, const char *name, bml_dtype dtype,
                        size_t bytes) {
    const bml_tensor_info *info = bml_safetensors_find(file, name);
    assert_non_null(info);
    assert_int_equal(info->dtype, dtype);
    assert_string_equal(info->name, name);
    assert_int_equal(info->bytes, bytes);
}

static void describes_every_kind(void **state) {
    (void)state;
    bml_safetensors *file = open_file(FOLDER "kinds.safetensors");
    assert_int_equal(bml_safetensors_count(file), 16);
    expect_kind(file, "f64", BML_DTYPE_F64, 8);
    expect_kind(file, "i64", BML_DTYPE_I64, 8);
    expect_kind(file, "i32", BML_DTYPE_I32, 4);
    expect_kind(file, "i16", BML_DTYPE_I16, 2);
    expect_kind(file, "i8", BML_DTYPE_I8, 1);
    expect_kind(file, "u64", BML_DTYPE_U64, 8);
    expect_kind(file, "u32", BML_DTYPE_U32, 4);
    expect_kind(file, "u16", BML_DTYPE_U16, 2);
    expect_kind(file, "u8", BML_DTYPE_U8, 1);
    expect_kind(file, "bool", BML_DTYPE_BOOL, 2);
    expect_kind(file, "empty", BML_DTYPE_F32, 0);
    expect_kind(file, "scalar", BML_DTYPE_F32, 4);
    expect_kind(file, "say \"größe\"\\\n\xe2\x82\xac\xf0\x9f\x98\x80", BML_DTYPE_F32, 4);
    const bml_tensor_info *rank4 = bml_safetensors_find(file, "rank4");
    const size_t shape[] = {1, 2, 3, 4};
    assert_int_equal(rank4->rank, 4);
    assert_memory_equal(rank4->shape, shape, sizeof shape);
    assert_int_equal(bml_safetensors_find(file, "scalar")->rank, 0);
    assert_int_equal(*(const signed char *)bml_safetensors_find(file, "i8")->data, -4);
    bml_safetensors_free(file);
}

static void lists_in_the_order_of_the_data(void **state) {
    (void)state;
    bml_safetensors *file = open_file(FOLDER "kinds.safetensors");
    size_t size, count = bml_safetensors_count(file);
    unsigned char *bytes = bml_test_read_file(FOLDER "kinds.safetensors", &size);
    size_t place = bml_safetensors_at(file, 0)->file_offset;
    for (size_t i = 0; i < count; i++) {
        const bml_tensor_info *info = bml_safetensors_at(file, i);
        assert_int_equal(info->file_offset, place);
        assert_memory_equal(info->data, bytes + place, info->bytes);
        assert_ptr_equal(bml_safetensors_find(file, info->name), info);
        place += info->bytes;
    }
    assert_int_equal(place, size);
    assert_null(bml_safetensors_at(file, count));
    free(bytes);
    bml_safetensors_free(file);
}

static void reads_metadata(void **state) {
    (void)state;
    bml_safetensors *file = open_file(FOLDER "kinds.safetensors");
    assert_string_equal(bml_safetensors_metadata(file, "format"), "pt");
    assert_string_equal(bml_safetensors_metadata(file, "note"), "line\n\"two\"");
    assert_string_equal(bml_safetensors_metadata(file, ""), "empty key");
    assert_null(bml_safetensors_metadata(file, "form"));
    assert_null(bml_safetensors_find(file, "__metadata__"));
    bml_safetensors_free(file);
    file = open_file(FOLDER "order.safetensors");
    assert_null(bml_safetensors_metadata(file, "format"));
    bml_safetensors_free(file);
}

static void reads_matrices_and_vectors(void **state) {
    (void)state;
    bml_safetensors *file = open_file(FOLDER "kinds.safetensors");
    bml_array matrix = load(file, "matrix"), vector = load(file, "vector"),
              empty = load(file, "empty");
    for (size_t i = 0; i < 12; i++)
        assert_true(matrix.data[i / 4 * matrix.stride + i % 4] == (float)i / 8);
    for (size_t i = 0; i < 5; i++)
        assert_true(vector.data[i] == (float)i - 2);
    bml_array_free(&matrix);
    bml_array_free(&vector);
    bml_array_free(&empty);
    bml_safetensors_free(file);
}

static void reads_unaligned_data(void **state) {
    (void)state;
    bml_safetensors *file = open_file(FOLDER "unaligned.safetensors");
    assert_int_equal((uintptr_t)bml_safetensors_find(file, "half")->data % 2, 1);
    bml_array half = load(file, "half"), single = load(file, "single");
    assert_true(half.data[0] == 1.5F && half.data[1] == -2 && half.data[2] == 0.25F);
    for (size_t i = 0; i < 4; i++)
        assert_true(single.data[i / 2 * single.stride + i % 2] == (float)(i + 1));
    bml_array_free(&half);
    bml_array_free(&single);
    bml_safetensors_free(file);
}

static void reads_a_header_in_any_order(void **state) {
    (void)state;
    static const char *const names[] = {"a/b", "größe", "\xf0\x9f\x98\x80", "q\"\\"};
    bml_safetensors *file = open_file(FOLDER "order.safetensors");
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(bml_safetensors_at(file, i)->name, names[i]);
        bml_array y = load(file, names[i]);
        assert_true(y.data[0] == (float)(i + 1));
        bml_array_free(&y);
    }
    bml_safetensors_free(file);
}

static void refuses_what_does_not_fit(void **state) {
    (void)state;
    bml_safetensors *file = open_file(FOLDER "kinds.safetensors");
    bml_array y;
    ASSERT_OK(bml_array_alloc(&y, 1, 5));
    bml_array_fill(&y, 7);
    ASSERT_FAILS(bml_safetensors_read(&y, 1, file, "w9"), BML_ERROR_NOT_FOUND,
                 "kinds.safetensors: tensor \"w9\": not found among 16 tensors");
    ASSERT_FAILS(bml_safetensors_read(&y, 2, file, "matrix"), BML_ERROR_SIZE,
                 "kinds.safetensors: tensor \"matrix\": found F32 [3,4], expected [1,5]");
    ASSERT_FAILS(bml_safetensors_read(&y, 2, file, "vector"), BML_ERROR_SIZE,
                 "found F32 [5], expected [1,5]");
    ASSERT_FAILS(bml_safetensors_read(&y, 1, file, "matrix"), BML_ERROR_SIZE,
                 "found F32 [3,4], expected [5]");
    ASSERT_FAILS(bml_safetensors_read(&y, 1, file, "scalar"), BML_ERROR_SIZE,
                 "found F32 [], expected [5]");
    ASSERT_FAILS(bml_safetensors_read(&y, 1, file, "i64"), BML_ERROR_UNSUPPORTED,
                 "tensor \"i64\": found I64 [1], expected F32, F16 or BF16 [5]");
    for (size_t i = 0; i < 5; i++)
        assert_true(y.data[i] == 7);
    bml_array_free(&y);
    bml_safetensors_free(file);
}

static void faults_on_ranks_that_arrays_do_not_have(void **state) {
    (void)state;
    bml_safetensors *file = open_file(FOLDER "kinds.safetensors");
    bml_array y;
    bml_status status = BML_OK;
    ASSERT_OK(bml_array_alloc(&y, 3, 4));
    ASSERT_FAULT(status = bml_safetensors_read(&y, 3, file, "rank4"), "found rank 3, expected 1");
    assert_int_equal(status, BML_ERROR_SIZE);
    ASSERT_FAULT(status = bml_safetensors_read(&y, 1, file, "vector"), "rows of a vector");
    assert_int_equal(status, BML_ERROR_SIZE);
    bml_array_free(&y);
    bml_safetensors_free(file);
}

/* More names than any list would be searched through; found in any order. */
static void finds_among_thousands(void **state) {
    (void)state;
    enum { COUNT = 5000 };
    static char header[COUNT * 80];
    size_t used = 0;
    for (unsigned i = 0; i < COUNT; i++)
        used +=
            (size_t)snprintf(header + used, sizeof header - used,
                             "%c\"t%u\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[%u,%u]}",
                             i ? ',' : '{', i * 7919 % COUNT, i, i + 1);
    snprintf(header + used, sizeof header - used, "}");
    bml_test_write_header("many.safetensors", header, COUNT);
    bml_safetensors *file = open_file("many.safetensors");
    assert_int_equal(bml_safetensors_count(file), COUNT);
    for (unsigned i = 0; i < COUNT; i++) {
        char name[16];
        snprintf(name, sizeof name, "t%u", i * 7919 % COUNT);
        assert_ptr_equal(bml_safetensors_find(file, name), bml_safetensors_at(file, i));
    }
    bml_safetensors_free(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(widens_exactly),
        cmocka_unit_test(describes_every_kind),
        cmocka_unit_test(lists_in_the_order_of_the_data),
        cmocka_unit_test(reads_metadata),
        cmocka_unit_test(reads_matrices_and_vectors),
        cmocka_unit_test(reads_unaligned_data),
        cmocka_unit_test(reads_a_header_in_any_order),
        cmocka_unit_test(refuses_what_does_not_fit),
        cmocka_unit_test(faults_on_ranks_that_arrays_do_not_have),
        cmocka_unit_test(finds_among_thousands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
