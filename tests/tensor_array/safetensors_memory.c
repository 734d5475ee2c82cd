/* Every allocation of opening, reading and writing fails once: a clean error, nothing kept, and the
 * old file untouched. */
#include "expect.h"
#include "failing_allocator.h"
#include "safetensors_file.h"

#include <stdio.h>
#include <stdlib.h>

#include <bendml/tensor_array.h>

#define PATH "memory.safetensors"

enum { COUNT = 40 }; /* the list of tensors grows twice */

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

static bml_status open_file(void) {
    bml_safetensors *file = NULL;
    bml_status status = bml_safetensors_open(&file, PATH);
    assert_true((status == BML_OK) == (file != NULL));
    if (!status)
        assert_int_equal(bml_safetensors_count(file), COUNT);
    bml_safetensors_free(file);
    return status;
}

static bml_status write_file(void) {
    static const char *const metadata[] = {"a", "1", "b", "2", NULL};
    static char names[COUNT][16];
    float numbers[] = {1, 2, 3};
    bml_array x = {numbers, 1, 3, 3, NULL};
    bml_tensor_source tensors[COUNT];
    for (int i = 0; i < COUNT; i++) {
        snprintf(names[i], sizeof names[i], "t%d", i);
        tensors[i] = (bml_tensor_source){names[i], &x, 1, BML_DTYPE_F32};
    }
    return bml_safetensors_write(PATH, tensors, COUNT, metadata);
}

static bml_status write_over_an_old_file(void) {
    size_t size;
    bml_test_write_file(PATH, "old", 3);
    bml_status status = write_file();
    unsigned char *bytes = bml_test_read_file(PATH, &size);
    assert_true(status == BML_OK ? size > 100 : size == 3 && memcmp(bytes, "old", 3) == 0);
    free(bytes);
    return status;
}

static void opening(void **state) {
    (void)state;
    ASSERT_OK(write_file());
    expect_clean_failures(open_file, 6); /* handle, text, list three times, pairs, index */
}

static void writing(void **state) {
    (void)state;
    expect_clean_failures(write_over_an_old_file, 3); /* names, header, paths */
}

static void reading_allocates_nothing(void **state) {
    (void)state;
    float numbers[3];
    bml_array y = {numbers, 1, 3, 3, NULL};
    bml_safetensors *file = NULL;
    ASSERT_OK(write_file());
    ASSERT_OK(bml_safetensors_open(&file, PATH));
    bml_test_fail_at(1);
    ASSERT_OK(bml_safetensors_read(&y, 1, file, "t7"));
    assert_int_equal(bml_test_calls(), 0);
    assert_true(numbers[2] == 3);
    bml_safetensors_free(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opening),
        cmocka_unit_test(writing),
        cmocka_unit_test(reading_allocates_nothing),
    };
    bml_test_fail_at(0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
