#define _XOPEN_SOURCE 700 /* for realpath */

#include "save.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
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

/* A number that is not finite is in every result: better said of the weights. */
static bool is_finite(const char *path, const char *name, const bml_array *w) {
    for (size_t i = 0; i < w->rows; i++)
        for (size_t j = 0; j < w->cols; j++)
            if (!isfinite(w->data[i * w->stride + j]))
                return fail("%s: tensor \"%s\": [%zu,%zu] is %g, expected a finite number", path,
                            name, i, j, (double)w->data[i * w->stride + j]);
    return true;
}

static bool are_finite(const char *path, const network *net) {
    return is_finite(path, "w1", &net->w1.raw) && is_finite(path, "b1", &net->b1.raw) &&
           is_finite(path, "w2", &net->w2.raw) && is_finite(path, "b2", &net->b2.raw);
}

static bool read_weights(network *net, const bml_safetensors *file, const char *path) {
    for (size_t i = 0; i < bml_safetensors_count(file); i++)
        if (!is_weight(bml_safetensors_at(file, i)->name))
            return fail("%s: found tensor \"%s\", expected only w1, b1, w2, b2", path,
                        bml_safetensors_at(file, i)->name);
    return succeeded(bml_load(&net->w1, file, "w1")) && succeeded(bml_load(&net->b1, file, "b1")) &&
           succeeded(bml_load(&net->w2, file, "w2")) && succeeded(bml_load(&net->b2, file, "b2")) &&
           are_finite(path, net);
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
    snprintf(numbers[LR], sizeof(number_text), "%.17g", options->lr);
    snprintf(numbers[SEED], sizeof(number_text), "%" PRIu64, options->seed);
    snprintf(numbers[SHUFFLE], sizeof(number_text), "%d", options->shuffle);
}

/* The whole of a text as a number; one that --epochs and --batch could have. */
static bool parse_count(size_t *count, const char *text) {
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    *count = value;
    return isdigit((unsigned char)*text) && *end == '\0' && errno == 0 && value <= INT32_MAX;
}

static bool parse_loss(double *loss, const char *text) {
    char *end;
    *loss = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*loss) && *loss >= 0;
}

static bool parse_progress(training_progress *progress, const bml_safetensors *file,
                           const char *path) {
    training_progress found;
    const char *epochs = bml_safetensors_metadata(file, keys[EPOCHS]);
    const char *batches = bml_safetensors_metadata(file, keys[BATCHES]);
    const char *loss_sum = bml_safetensors_metadata(file, keys[LOSS_SUM]);
    if (!parse_count(&found.epochs, epochs) || !parse_count(&found.batches, batches) ||
        !parse_loss(&found.loss_sum, loss_sum))
        return fail("%s: found epochs \"%s\", batches \"%s\", loss_sum \"%s\" in __metadata__, "
                    "expected numbers as --save writes them",
                    path, epochs, batches, loss_sum);
    *progress = found;
    return true;
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
    return parse_progress(progress, file, options->resume);
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
    return are_finite(options->save, net) &&
           succeeded(bml_safetensors_write(options->save, tensors, 4, metadata));
}

/* The folder, with its last '/', where a file of that name is made, or made anew. */
static bool find_folder(char folder[PATH_MAX], const char *path) {
    if (!realpath(path, folder)) {
        if (strlen(path) + 3 > PATH_MAX) {
            errno = ENAMETOOLONG;
            return false;
        }
        sprintf(folder, "%s%s", strchr(path, '/') ? "" : "./", path);
    }
    strrchr(folder, '/')[1] = '\0';
    return true;
}

bool same_file(const char *a, const char *b) {
    struct stat info_a, info_b;
    char folder_a[PATH_MAX], folder_b[PATH_MAX];
    const char *name_a = strrchr(a, '/'), *name_b = strrchr(b, '/');
    bool exists_a = stat(a, &info_a) == 0, exists_b = stat(b, &info_b) == 0;
    if (exists_a && exists_b)
        return info_a.st_dev == info_b.st_dev && info_a.st_ino == info_b.st_ino;
    if (exists_a || exists_b || strcmp(name_a ? name_a + 1 : a, name_b ? name_b + 1 : b) != 0)
        return false;
    return find_folder(folder_a, a) && find_folder(folder_b, b) && stat(folder_a, &info_a) == 0 &&
           stat(folder_b, &info_b) == 0 && info_a.st_dev == info_b.st_dev &&
           info_a.st_ino == info_b.st_ino;
}

bool can_write(const char *path) {
    struct stat info;
    char folder[PATH_MAX];
    if (!path)
        return true;
    bool exists = stat(path, &info) == 0;
    if (exists && !S_ISREG(info.st_mode))
        return fail("%s: cannot be written: it is not a regular file", path);
    if (!exists && errno != ENOENT)
        return fail("%s: cannot be written: %s", path, strerror(errno));
    if (!exists && lstat(path, &info) == 0)
        return fail("%s: cannot be written: it is a symbolic link that leads nowhere", path);
    if (!exists && (path[0] == '\0' || path[strlen(path) - 1] == '/'))
        errno = EISDIR;
    else if ((!exists || access(path, W_OK) == 0) && find_folder(folder, path) &&
             access(folder, W_OK | X_OK) == 0)
        return true;
    return fail("%s: cannot be written: %s", path, strerror(errno));
}
