/* The bytes of a file, plain or gzip. All of these say on stderr what is wrong, and where. */
#ifndef MNIST_BYTES_H
#define MNIST_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <zlib.h>

typedef struct byte_source {
    const char *path;
    FILE *file;
    bool gzip, ended; /* ended: of gzip, the end of its member has been seen */
    z_stream inflater;
    uint64_t offset; /* of the next byte, after decompression */
    uint64_t size;   /* of a plain file */
    unsigned char input[65536];
} byte_source;

/* A file whose name ends in .gz must be gzip; another one may be. */
bool source_open(byte_source *source, const char *path);
void source_close(byte_source *source);
/* Exactly `size` bytes; `what` is what they are, for the error text. */
bool source_read(byte_source *source, void *bytes, size_t size, const char *what);
/* That nothing follows, neither data nor another gzip member. */
bool source_end(byte_source *source);

#endif
