#include <stdio.h>
#include <string.h>

#include <bendml/tensor_array.h>

#include "options.h"
#include "predict.h"
#include "program.h"
#include "train.h"

typedef struct program_action {
    const char *name;
    mnist_command command;
    int (*run)(const mnist_options *options);
} program_action;

static const program_action actions[] = {
    {"train", COMMAND_TRAIN, train},
    {"eval", COMMAND_EVAL, eval},
    {"predict", COMMAND_PREDICT, predict},
};

static int usage(void) {
    fputs("Try bendml-mnist --help.\n", stderr);
    return EXIT_USAGE;
}

static int run(const program_action *action, int count, char **arguments) {
    mnist_options options;
    if (!options_parse(&options, action->command, count, arguments))
        return usage();
    if (options.help)
        return say("%s", options_help) ? 0 : EXIT_FAILED;
    if (options.threads)
        bml_set_threads(options.threads);
    return action->run(&options);
}

int main(int count, char **arguments) {
    program_begin("bendml-mnist");
    const char *word = count > 1 ? arguments[1] : NULL;
    for (size_t i = 0; word && i < sizeof actions / sizeof *actions; i++)
        if (strcmp(word, actions[i].name) == 0)
            return run(&actions[i], count - 1, arguments + 1);
    if (word && (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0))
        return say("%s", options_help) ? 0 : EXIT_FAILED;
    if (word && strcmp(word, "--version") == 0)
        return say("bendml-mnist: %s", bml_build_info()) ? 0 : EXIT_FAILED;
    fail("found \"%s\", expected train, eval, predict, --version or --help", word ? word : "");
    return usage();
}
