/* The files of a command line, or stdin, as one run of bytes. */
#ifndef TOKENIZER_INPUT_H
#define TOKENIZER_INPUT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct input {
    char **files;
    size_t file_count, next; /* the file that is opened next */
    int descriptor;          /* of the one that is read, or -1 */
    const char *path;        /* its name in messages */
    unsigned char *data;     /* [size] what was read and not yet dropped */
    size_t size, room;
    bool end; /* there is no more */
} input;

/* `files` is lent; with none of them it is stdin. */
void input_begin(input *in, char **files, size_t file_count);
void input_close(input *in);

/* Adds what one read gives, which may be nothing. False: said on stderr. */
bool input_more(input *in);
/* Whether a read would not wait. */
bool input_ready(const input *in);
/* Adds everything up to the end. */
bool input_all(input *in);
/* Forgets the first `count` bytes. */
void input_drop(input *in, size_t count);

/* In messages: the only file, "stdin", or "the files". */
const char *input_name(const input *in);

#endif
