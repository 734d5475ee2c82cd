#include <stdio.h>
#include <string.h>

#include <bendml/status.h>

#include "decode.h"
#include "encode.h"
#include "info.h"
#include "options.h"
#include "program.h"
#include "train.h"

typedef struct program_action {
    const char *name;
    tokenizer_command command;
    int (*run)(const tokenizer_options *options);
} program_action;

static const program_action actions[] = {
    {"encode", COMMAND_ENCODE, encode}, {"decode", COMMAND_DECODE, decode},
    {"count", COMMAND_COUNT, count},    {"train", COMMAND_TRAIN, train},
    {"info", COMMAND_INFO, info},
};

static int usage(void) {
    fputs("Try bendml-tokenizer --help.\n", stderr);
    return EXIT_USAGE;
}

static int run(const program_action *action, int argument_count, char **arguments) {
    tokenizer_options options;
    if (!options_parse(&options, action->command, argument_count, arguments))
        return usage();
    if (options.help)
        return say("%s", options_help) ? 0 : EXIT_FAILED;
    if (options.threads)
        bml_set_threads(options.threads);
    return action->run(&options);
}

int main(int argument_count, char **arguments) {
    program_begin("bendml-tokenizer");
    const char *word = argument_count > 1 ? arguments[1] : NULL;
    for (size_t i = 0; word && i < sizeof actions / sizeof *actions; i++)
        if (strcmp(word, actions[i].name) == 0)
            return run(&actions[i], argument_count - 1, arguments + 1);
    if (word && (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0))
        return say("%s", options_help) ? 0 : EXIT_FAILED;
    if (word && strcmp(word, "--version") == 0)
        return say("bendml-tokenizer: bendml %s; compiler: %s; threads: %zu", BML_VERSION,
                   __VERSION__, bml_threads())
                   ? 0
                   : EXIT_FAILED;
    fail("found \"%s\", expected encode, decode, count, train, info, --version or --help",
         word ? word : "");
    return usage();
}
