#include "save.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "program.h"

static const char *const names[] = {"w1", "b1", "w2", "b2"};

static bool is_weight(const char *name) {
    for (size_t i = 0; i < 4; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bool read_weights(network *net, const bml_safetensors *file, const char *path) {
    for (size_t i = 0; i < bml_safetensors_count(file); i++)
        if (!is_weight(bml_safetensors_at(file, i)->name))
            return fail("%s: found tensor \"%s\", expected only w1, b1, w2, b2", path,
                        bml_safetensors_at(file, i)->name);
    return succeeded(bml_load(&net->w1, file, "w1")) && succeeded(bml_load(&net->b1, file, "b1")) &&
           succeeded(bml_load(&net->w2, file, "w2")) && succeeded(bml_load(&net->b2, file, "b2"));
}

bool weights_load(network *net, const char *path) {
    bml_safetensors *file = NULL;
    if (!succeeded(bml_safetensors_open(&file, path)))
        return false;
    bool read = read_weights(net, file, path);
    bml_safetensors_free(file);
    return read;
}

/* ---- The numbers of __metadata__ ---- */

typedef char number_text[40];

enum { EPOCHS, BATCHES, LOSS_SUM, BATCH, LR, SEED, SHUFFLE, NUMBERS };
static const char *const keys[NUMBERS] = {"epochs", "batches", "loss_sum", "batch",
                                          "lr",     "seed",    "shuffle"};

/* Floating-point numbers are kept to the last bit, in hexadecimal. */
static void write_numbers(number_text numbers[NUMBERS], const training_progress *progress,
                          const mnist_options *options) {
    snprintf(numbers[EPOCHS], sizeof(number_text), "%zu", progress->epochs);
    snprintf(numbers[BATCHES], sizeof(number_text), "%zu", progress->batches);
    snprintf(numbers[LOSS_SUM], sizeof(number_text), "%a", progress->loss_sum);
    snprintf(numbers[BATCH], sizeof(number_text), "%zu", options->batch);
    snprintf(numbers[LR], sizeof(number_text), "%a", options->lr);
    snprintf(numbers[SEED], sizeof(number_text), "%" PRIu64, options->seed);
    snprintf(numbers[SHUFFLE], sizeof(number_text), "%d", options->shuffle);
}

static bool read_progress(training_progress *progress, const bml_safetensors *file,
                          const mnist_options *options) {
    number_text expected[NUMBERS];
    write_numbers(expected, progress, options);
    for (int i = 0; i < NUMBERS; i++) {
        const char *found = bml_safetensors_metadata(file, keys[i]);
        if (!found)
            return fail("%s: found no \"%s\" in __metadata__, expected a file of --save",
                        options->resume, keys[i]);
        if (i >= BATCH && strcmp(found, expected[i]) != 0)
            return fail("%s: was saved with %s %s, expected %s as this run has", options->resume,
                        keys[i], found, expected[i]);
    }
    progress->epochs = strtoul(bml_safetensors_metadata(file, keys[EPOCHS]), NULL, 10);
    progress->batches = strtoul(bml_safetensors_metadata(file, keys[BATCHES]), NULL, 10);
    progress->loss_sum = strtod(bml_safetensors_metadata(file, keys[LOSS_SUM]), NULL);
    return true;
}

bool progress_load(network *net, training_progress *progress, const mnist_options *options) {
    bml_safetensors *file = NULL;
    if (!succeeded(bml_safetensors_open(&file, options->resume)))
        return false;
    bool read = read_progress(progress, file, options) && read_weights(net, file, options->resume);
    bml_safetensors_free(file);
    return read;
}

bool progress_save(const network *net, const training_progress *progress,
                   const mnist_options *options) {
    number_text numbers[NUMBERS];
    const char *metadata[2 * NUMBERS + 1];
    write_numbers(numbers, progress, options);
    for (int i = 0; i < NUMBERS; i++) {
        metadata[2 * i] = keys[i];
        metadata[2 * i + 1] = numbers[i];
    }
    metadata[2 * NUMBERS] = NULL;
    const bml_tensor_source tensors[] = {BML_TENSOR("w1", &net->w1), BML_TENSOR("b1", &net->b1),
                                         BML_TENSOR("w2", &net->w2), BML_TENSOR("b2", &net->b2)};
    return succeeded(bml_safetensors_write(options->save, tensors, 4, metadata));
}

bool can_write(const char *path) {
    struct stat info;
    char folder[PATH_MAX];
    if (!path)
        return true;
    if (stat(path, &info) == 0) {
        if (!S_ISREG(info.st_mode))
            return fail("%s: cannot be written: it is not a regular file", path);
        return access(path, W_OK) == 0 || fail("%s: cannot be written: %s", path, strerror(errno));
    }
    const char *slash = strrchr(path, '/');
    if (snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
                 slash ? path : ".") >= PATH_MAX)
        errno = ENAMETOOLONG;
    else if (path[0] == '\0' || (slash && slash[1] == '\0'))
        errno = EISDIR;
    else if (access(folder, W_OK | X_OK) == 0)
        return true;
    return fail("%s: cannot be written: %s", path, strerror(errno));
}
