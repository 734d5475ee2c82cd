#include "train.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bendml/tokenizer.h>

#include "program.h"

typedef struct training {
    const tokenizer_options *options;
    bml_tokenizer *tokenizer;
    double start, learning, shown; /* seconds: when it began, when it had read, when it was told */
    bool terminal, folder_made;
} training;

/* Tells how far it is, on a terminal, ten times a second. False after Ctrl-C. */
static bool show_progress(void *context, size_t done, size_t all) {
    training *t = context;
    double now = seconds_now();
    if (done == 0 || t->learning == 0)
        t->learning = now;
    if (!t->terminal || now - t->shown < 0.1)
        return stop_signal() == 0;
    t->shown = now;
    if (done == 0)
        fprintf(stderr, "\rreading  %.0f s\033[K", now - t->start);
    else
        fprintf(stderr, "\rtokens %zu/%zu  %.0f s  %.0f s left\033[K", done, all, now - t->start,
                (now - t->learning) / (double)done * (double)(all - done));
    return stop_signal() == 0;
}

/* Makes the folder if it is missing, and finds out before the training whether files can be put
 * there. */
static bool prepare_folder(training *t) {
    const char *folder = t->options->out;
    struct stat info;
    t->folder_made = mkdir(folder, 0777) == 0;
    if (!t->folder_made && errno != EEXIST)
        return fail("%s: cannot be made: %s", folder, strerror(errno));
    if (stat(folder, &info) != 0 || (!S_ISDIR(info.st_mode) && (errno = ENOTDIR)) ||
        access(folder, W_OK | X_OK) != 0)
        return fail("%s: cannot be written: %s", folder, strerror(errno));
    return true;
}

static bool learn(training *t) {
    const tokenizer_options *options = t->options;
    const bml_train_options how = {.vocabulary = options->size,
                                   .pattern = options->pattern,
                                   .progress = show_progress,
                                   .context = t};
    bml_status status = bml_tokenizer_train_files(
        &t->tokenizer, &how, (const char *const *)options->files, options->file_count);
    if (t->terminal)
        fputs("\r\033[K", stderr);
    return succeeded(status);
}

static bool make_path(char path[PATH_MAX], const char *folder, const char *name) {
    int length = snprintf(path, PATH_MAX, "%s/%s", folder, name);
    return (length > 0 && length < PATH_MAX) || fail("%s: %s", folder, strerror(ENAMETOOLONG));
}

static bool save(const training *t) {
    char vocab[PATH_MAX], merges[PATH_MAX], json[PATH_MAX];
    const char *folder = t->options->out;
    return make_path(vocab, folder, "vocab.json") && make_path(merges, folder, "merges.txt") &&
           make_path(json, folder, "tokenizer.json") &&
           succeeded(bml_tokenizer_save_merges(t->tokenizer, vocab, merges)) &&
           succeeded(bml_tokenizer_save_json(t->tokenizer, json));
}

static bool tell(const training *t) {
    size_t tokens = bml_tokenizer_get_info(t->tokenizer).tokens;
    if (tokens < t->options->size)
        return say("%s: %zu tokens of %zu, since no other pair comes twice; %.2f s",
                   t->options->out, tokens, t->options->size, seconds_now() - t->start);
    return say("%s: %zu tokens; %.2f s", t->options->out, tokens, seconds_now() - t->start);
}

int train(const tokenizer_options *options) {
    training t = {.options = options, .start = seconds_now(), .terminal = isatty(STDERR_FILENO)};
    catch_signals();
    bool done = prepare_folder(&t) && learn(&t);
    int signal = stop_signal();
    done = done && !signal && save(&t);
    if (!done && t.folder_made)
        rmdir(options->out); /* which stays if there is something in it */
    done = done && tell(&t);
    bml_tokenizer_free(t.tokenizer);
    if (signal)
        return 128 + signal;
    return done ? 0 : EXIT_FAILED;
}
