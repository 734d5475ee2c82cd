#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

const char options_help[] =
    "bendml-mnist trains, evaluates and applies a network of 784 pixels, 128 ReLUs and 10 digits.\n"
    "\n"
    "  bendml-mnist train [--data DIR] [--init F.safetensors] [--batch 100] [--lr 0.1] [--epochs "
    "3]\n"
    "                     [--seed 0] [--threads N] [--shuffle] [--save F.safetensors]\n"
    "                     [--resume F.safetensors] [--json] [--report F.html]\n"
    "  bendml-mnist eval --load F.safetensors [--data DIR] [--threads N] [--json]\n"
    "  bendml-mnist predict --load F.safetensors [--json] IMAGE.pgm...\n"
    "  bendml-mnist --version | --help\n"
    "\n"
    "  --data DIR      IDX files, plain or .gz: train-images-idx3-ubyte, train-labels-idx1-ubyte,\n"
    "                  t10k-images-idx3-ubyte, t10k-labels-idx1-ubyte; else a small part of MNIST\n"
    "                  that comes with the program (of BENDML_DATA, if that is set)\n"
    "  --init F        first weights: w1 [784,128], b1 [128], w2 [128,10], b2 [10]; else from "
    "--seed\n"
    "  --batch N       images a step; the last, shorter batch is used too\n"
    "  --epochs N      in all, those of a resumed run included\n"
    "  --shuffle       another order each epoch, from --seed; else the order of the file\n"
    "  --save F        the weights and how far the training came, after each epoch, and when it "
    "is\n"
    "                  interrupted (Ctrl-C)\n"
    "  --resume F      goes on from there, with the same numbers as a run that was not "
    "interrupted\n"
    "  --json          one object a line: after 50 batches of the first epoch\n"
    "                  {\"event\":\"batches\",\"count\":50,\"loss\":L,\"hits\":H}, after each "
    "epoch\n"
    "                  {\"event\":\"epoch\",\"epoch\":E,\"loss\":L,\"hits\":H,\"seconds\":S}; L is "
    "the mean\n"
    "                  loss of those batches, H the hits on the test set, S the time without "
    "testing\n"
    "  --report F      a page with the loss curve, the confusion matrix and the worst mistakes\n"
    "  IMAGE.pgm       28 x 28, a white digit on black as in MNIST\n"
    "\n"
    "Exit code 0, 1 if something failed, 2 for a wrong command line, 130 after Ctrl-C.\n";

/* What an option sets, in options; WORD takes it as it is. */
typedef enum option_kind { WORD, COUNT, SEED, RATE, FLAG } option_kind;

typedef struct option_setting {
    const char *name;
    option_kind kind;
    size_t offset;
    unsigned commands; /* 1 << command of those that have it */
} option_setting;

enum { TRAIN = 1 << COMMAND_TRAIN, EVAL = 1 << COMMAND_EVAL, PREDICT = 1 << COMMAND_PREDICT };

static const option_setting settings[] = {
    {"data", WORD, offsetof(mnist_options, data), TRAIN | EVAL},
    {"init", WORD, offsetof(mnist_options, init), TRAIN},
    {"batch", COUNT, offsetof(mnist_options, batch), TRAIN},
    {"lr", RATE, offsetof(mnist_options, lr), TRAIN},
    {"epochs", COUNT, offsetof(mnist_options, epochs), TRAIN},
    {"seed", SEED, offsetof(mnist_options, seed), TRAIN},
    {"threads", COUNT, offsetof(mnist_options, threads), TRAIN | EVAL | PREDICT},
    {"save", WORD, offsetof(mnist_options, save), TRAIN},
    {"resume", WORD, offsetof(mnist_options, resume), TRAIN},
    {"report", WORD, offsetof(mnist_options, report), TRAIN},
    {"load", WORD, offsetof(mnist_options, load), EVAL | PREDICT},
    {"json", FLAG, offsetof(mnist_options, json), TRAIN | EVAL | PREDICT},
    {"shuffle", FLAG, offsetof(mnist_options, shuffle), TRAIN},
    {"help", FLAG, offsetof(mnist_options, help), TRAIN | EVAL | PREDICT},
};
enum { SETTINGS = sizeof settings / sizeof *settings };

/* The whole of `text` as a number of 64 bits. */
static bool parse_number(uint64_t *out, const char *text) {
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    *out = value;
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0;
}

static bool parse_rate(double *out, const char *text) {
    char *end;
    *out = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*out) && *out > 0 && (float)*out > 0 &&
           isfinite((float)*out);
}

static bool set(mnist_options *options, const option_setting *setting, char *text) {
    void *at = (char *)options + setting->offset;
    uint64_t number;
    switch (setting->kind) {
    case WORD:
        memcpy(at, &text, sizeof text);
        return true;
    case FLAG:
        *(bool *)at = true;
        return true;
    case RATE:
        return parse_rate(at, text) ||
               fail("--%s: found \"%s\", expected a number over 0", setting->name, text);
    case SEED:
        return parse_number(at, text) ||
               fail("--%s: found \"%s\", expected a whole number from 0 on", setting->name, text);
    case COUNT:
        if (!parse_number(&number, text) || number < 1 || number > INT32_MAX)
            return fail("--%s: found \"%s\", expected a whole number from 1 on", setting->name,
                        text);
        *(size_t *)at = (size_t)number;
        return true;
    }
    return false;
}

/* What getopt_long cannot say: which of the files are needed, and which words are too many. */
static bool check_needs(const mnist_options *options, mnist_command command) {
    if (options->help)
        return true;
    if (command != COMMAND_TRAIN && !options->load)
        return fail("--load F.safetensors is missing");
    if (command == COMMAND_PREDICT && options->image_count == 0)
        return fail("IMAGE.pgm is missing");
    if (command != COMMAND_PREDICT && options->image_count > 0)
        return fail("found \"%s\", expected only options", options->images[0]);
    if (options->init && options->resume)
        return fail("--init and --resume both give the weights: expected one of them");
    return true;
}

bool options_parse(mnist_options *options, mnist_command command, int count, char **arguments) {
    struct option names[SETTINGS + 1] = {{0}};
    int known = 0, found;
    int index[SETTINGS];
    for (int i = 0; i < SETTINGS; i++)
        if (settings[i].commands & 1u << command) {
            names[known] = (struct option){settings[i].name, settings[i].kind != FLAG, NULL, 0};
            index[known++] = i;
        }
    *options = (mnist_options){.batch = 100, .epochs = 3, .lr = 0.1};
    opterr = 0;
    int place;
    while ((found = getopt_long(count, arguments, ":", names, &place)) != -1) {
        if (found == ':')
            return fail("%s: expected a value after it", arguments[optind - 1]);
        if (found == '?')
            return fail("%s: not an option of this command", arguments[optind - 1]);
        if (!set(options, &settings[index[place]], optarg))
            return false;
    }
    options->images = arguments + optind;
    options->image_count = (size_t)(count - optind);
    return check_needs(options, command);
}
