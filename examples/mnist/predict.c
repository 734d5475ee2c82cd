#include "predict.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "data.h"
#include "pgm.h"
#include "program.h"
#include "save.h"
#include "train.h"
#include "utf8.h"

enum { EVAL_BATCH = 1000 };

static bool tell_hits(const mnist_options *options, size_t hits, size_t count) {
    if (options->json)
        return say("{\"event\":\"eval\",\"hits\":%zu,\"count\":%zu}", hits, count);
    return say("%zu of %zu right (%.2f %%)", hits, count, 100 * (double)hits / (double)count);
}

int eval(const mnist_options *options) {
    network net = {0};
    data_set test = {0};
    batches all = {0};
    size_t hits;
    bool done = succeeded(network_alloc(&net)) && weights_load(&net, options->load) &&
                data_read(&test, options->data, "t10k") &&
                succeeded(batches_alloc(&all, test.count, EVAL_BATCH)) &&
                succeeded(count_hits(&hits, &net, &test, &all)) &&
                tell_hits(options, hits, test.count);
    batches_free(&all);
    data_free(&test);
    network_free(&net);
    return done ? 0 : EXIT_FAILED;
}

/* A file's name as a JSON string; what is not UTF-8 in it as U+FFFD. */
static void print_quoted(const char *text) {
    size_t left = strlen(text);
    putchar('"');
    while (left > 0) {
        size_t length = utf8_character((const unsigned char *)text, left);
        if (length == 0)
            fputs("\\ufffd", stdout);
        else if (*text == '"' || *text == '\\')
            printf("\\%c", *text);
        else if ((unsigned char)*text < 0x20)
            printf("\\u%04x", *text);
        else
            fwrite(text, 1, length, stdout);
        text += length ? length : 1;
        left -= length ? length : 1;
    }
    putchar('"');
}

static bool predict_one(const network *net, batch_state *state, const char *path, bool json) {
    float pixels[PIXELS], z[CLASSES];
    if (!pgm_read(pixels, path) || !succeeded(bml_write_row(&state->x, 0, pixels, PIXELS)))
        return false;
    network_forward(net, state);
    if (!succeeded(bml_read_row(z, CLASSES, &state->z, 0)))
        return false;
    double probability;
    unsigned digit = network_class(z, &probability);
    if (!isfinite(probability))
        return fail("%s: the network's outputs are not finite numbers", path);
    if (!json)
        return say("%s  %u  %.2f %%", path, digit, 100 * probability);
    fputs("{\"event\":\"predict\",\"file\":", stdout);
    print_quoted(path);
    return say(",\"digit\":%u,\"probability\":%.6f}", digit, probability);
}

int predict(const mnist_options *options) {
    network net = {0};
    batch_state state = {0};
    bool done = succeeded(network_alloc(&net)) && weights_load(&net, options->load) &&
                succeeded(batch_alloc(&state, 1));
    for (size_t i = 0; done && i < options->image_count; i++)
        done = predict_one(&net, &state, options->images[i], options->json);
    batch_free(&state);
    network_free(&net);
    return done ? 0 : EXIT_FAILED;
}
