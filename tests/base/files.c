/* Mapped files. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base_internal.h"
#include "expect.h"

static char folder[] = "/tmp/bendml-files-XXXXXX";
static char path[64];

static int make_folder(void **state) {
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/file", folder);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void write_file(const char *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void whole_file(void **state) {
    (void)state;
    bml_mapped_file map;
    write_file("a\0b", 3);
    ASSERT_OK(bml_map_file_(&map, path));
    assert_int_equal(map.size, 3);
    assert_memory_equal(map.data, "a\0b", 3);
    bml_unmap_file_(&map);
    assert_null(map.data);
    bml_unmap_file_(&map);
}

static void empty_file(void **state) {
    (void)state;
    bml_mapped_file map = {(const unsigned char *)"x", 1};
    write_file("", 0);
    ASSERT_OK(bml_map_file_(&map, path));
    assert_true(map.size == 0 && map.data == NULL);
}

static void not_files(void **state) {
    (void)state;
    bml_mapped_file map = {NULL, 7};
    ASSERT_FAILS(bml_map_file_(&map, "/nowhere/at/all"), BML_ERROR_IO,
                 "/nowhere/at/all: No such file or directory");
    ASSERT_FAILS(bml_map_file_(&map, folder), BML_ERROR_IO,
                 "found a directory, expected a regular file");
    ASSERT_FAILS(bml_map_file_(&map, "/dev/null"), BML_ERROR_IO, "found a special file");
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    ASSERT_FAILS(bml_map_file_(&map, path), BML_ERROR_IO, "found a special file"); /* and no wait */
    assert_int_equal(map.size, 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_file),
        cmocka_unit_test(empty_file),
        cmocka_unit_test(not_files),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
