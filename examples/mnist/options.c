#include "options.h"

#include <string.h>

#include "command_line.h"
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

enum { TRAIN = 1 << COMMAND_TRAIN, EVAL = 1 << COMMAND_EVAL, PREDICT = 1 << COMMAND_PREDICT };

static const option_setting settings[] = {
    {"data", OPTION_WORD, offsetof(mnist_options, data), TRAIN | EVAL},
    {"init", OPTION_WORD, offsetof(mnist_options, init), TRAIN},
    {"batch", OPTION_COUNT, offsetof(mnist_options, batch), TRAIN},
    {"lr", OPTION_RATE, offsetof(mnist_options, lr), TRAIN},
    {"epochs", OPTION_COUNT, offsetof(mnist_options, epochs), TRAIN},
    {"seed", OPTION_NUMBER, offsetof(mnist_options, seed), TRAIN},
    {"threads", OPTION_COUNT, offsetof(mnist_options, threads), TRAIN | EVAL | PREDICT},
    {"save", OPTION_WORD, offsetof(mnist_options, save), TRAIN},
    {"resume", OPTION_WORD, offsetof(mnist_options, resume), TRAIN},
    {"report", OPTION_WORD, offsetof(mnist_options, report), TRAIN},
    {"load", OPTION_WORD, offsetof(mnist_options, load), EVAL | PREDICT},
    {"json", OPTION_FLAG, offsetof(mnist_options, json), TRAIN | EVAL | PREDICT},
    {"shuffle", OPTION_FLAG, offsetof(mnist_options, shuffle), TRAIN},
    {"help", OPTION_FLAG, offsetof(mnist_options, help), TRAIN | EVAL | PREDICT},
};

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
    int rest;
    *options = (mnist_options){.batch = 100, .epochs = 3, .lr = 0.1};
    if (!command_line_read(options, settings, sizeof settings / sizeof *settings, 1u << command,
                           count, arguments, &rest))
        return false;
    options->images = arguments + rest;
    options->image_count = (size_t)(count - rest);
    return check_needs(options, command);
}
