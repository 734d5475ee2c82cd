/* What the tests of the tokenizer share. */
#ifndef BML_TEST_TOKENIZER_SUPPORT_H
#define BML_TEST_TOKENIZER_SUPPORT_H

#include "expect.h"

#include <stdbool.h>
#include <stdio.h>

#include <bendml/tokenizer.h>

/* Whether there is SHARED/`name`, SHARED being the environment's BENDML_SHARED or ../shared beside
 * the source tree; its path is put in `path`. */
bool bml_test_shared(char path[1024], const char *name);

/* "gpt2", or another encoding with its shared table; NULL if that is not there. */
bml_tokenizer *bml_test_open(const char *encoding);

/* The whole file, with a NUL after it, to be freed; *size is without that. Fails the test if it
 * cannot be read. */
char *bml_test_file(const char *path, size_t *size);
/* A file of these bytes in the working folder. */
void bml_test_put(const char *path, const void *bytes, size_t size);

/* Decodes base64 in place; returns the size. */
size_t bml_test_base64(char *text, size_t size);

/* In lower case hexadecimal. */
typedef struct bml_test_sha256 {
    uint32_t state[8];
    uint64_t size;
    unsigned char block[64];
} bml_test_sha256;
void bml_test_sha256_start(bml_test_sha256 *hash);
void bml_test_sha256_add(bml_test_sha256 *hash, const void *bytes, size_t size);
void bml_test_sha256_end(bml_test_sha256 *hash, char text[65]);

/* A random text of `size` bytes: pieces of a kind that changes as it goes, some of them not UTF-8.
 */
void bml_test_text(unsigned char *text, size_t size);

#endif
