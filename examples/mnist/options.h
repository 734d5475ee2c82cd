/* The command line. */
#ifndef MNIST_OPTIONS_H
#define MNIST_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct mnist_options {
    const char *data, *init, *save, *load, *resume, *report;
    size_t batch, epochs, threads;
    uint64_t seed;
    double lr;
    bool json, shuffle, help;
    char **images; /* of predict: what follows the options */
    size_t image_count;
} mnist_options;

typedef enum mnist_command { COMMAND_TRAIN, COMMAND_EVAL, COMMAND_PREDICT } mnist_command;

extern const char options_help[];

/* False: said on stderr which option is wrong, and that is a usage error. */
bool options_parse(mnist_options *options, mnist_command command, int count, char **arguments);

#endif
