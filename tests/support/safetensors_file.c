#include "safetensors_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

void bml_test_write_file(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

unsigned char *bml_test_read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

void bml_test_write_header(const char *path, const char *header, size_t data_size) {
    size_t size = strlen(header), total = 8 + size + data_size;
    unsigned char *bytes = calloc(1, total);
    assert_non_null(bytes);
    for (size_t i = 0; i < 8; i++)
        bytes[i] = (unsigned char)((uint64_t)size >> 8 * i);
    memcpy(bytes + 8, header, size);
    for (size_t i = 0; i < data_size; i++)
        bytes[8 + size + i] = (unsigned char)i;
    bml_test_write_file(path, bytes, total);
    free(bytes);
}
