/* Safetensors files made of bytes, good and bad. */
#ifndef BML_TEST_SAFETENSORS_FILE_H
#define BML_TEST_SAFETENSORS_FILE_H

#include <stddef.h>

void bml_test_write_file(const char *path, const void *bytes, size_t size);
/* The whole file, to be freed; *size is its size. */
unsigned char *bml_test_read_file(const char *path, size_t *size);

/* A file of the header's length, the header and `data_size` bytes of data: 0, 1, 2... */
void bml_test_write_header(const char *path, const char *header, size_t data_size);

#endif
