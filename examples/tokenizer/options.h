/* The command line. */
#ifndef TOKENIZER_OPTIONS_H
#define TOKENIZER_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include <bendml/tokenizer.h>

typedef struct tokenizer_options {
    const char *encoding; /* NULL: what the table says, or gpt2 */
    const char *table, *vocab, *pattern_name, *out;
    bml_pattern pattern;
    size_t threads, size;
    bool null, json, allow_special, help;
    char **files; /* what follows the options */
    size_t file_count;
} tokenizer_options;

typedef enum tokenizer_command {
    COMMAND_ENCODE,
    COMMAND_DECODE,
    COMMAND_COUNT,
    COMMAND_TRAIN,
    COMMAND_INFO
} tokenizer_command;

extern const char options_help[];

/* False: said on stderr which option is wrong, and that is a usage error. */
bool options_parse(tokenizer_options *options, tokenizer_command command, int count,
                   char **arguments);

#endif
