#include "train.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "program.h"
#include "random.h"
#include "report.h"

enum { TEST_BATCH = 1000, FIRST_BATCHES = 50 };

bml_status batches_alloc(batches *all, size_t count, size_t batch) {
    *all = (batches){.count = count};
    bml_status status = batch_alloc(&all->full, batch < count ? batch : count);
    if (!status)
        status = batch_alloc(&all->last, count % all->full.rows.value);
    if (status)
        batches_free(all);
    return status;
}

void batches_free(batches *all) {
    batch_free(&all->full);
    batch_free(&all->last);
}

size_t batches_number(const batches *all) {
    return all->count / all->full.rows.value + (all->last.rows.value > 0);
}

batch_state *batches_at(batches *all, size_t i, size_t *first) {
    *first = i * all->full.rows.value;
    return all->count - *first < all->full.rows.value ? &all->last : &all->full;
}

bml_status count_hits(size_t *hits, const network *net, const data_set *set, batches *all) {
    *hits = 0;
    for (size_t i = 0; i < batches_number(all); i++) {
        size_t first;
        batch_state *state = batches_at(all, i, &first);
        bml_status status = data_batch(state, set, NULL, first);
        if (status)
            return status;
        network_forward(net, state);
        *hits += bml_count_correct(&state->z, &state->labels);
    }
    return BML_OK;
}

typedef struct training {
    const mnist_options *options;
    data_set train, test;
    network net;
    batches train_batches, test_batches;
    uint32_t *order; /* NULL: that of the file */
    training_progress progress;
    training_history history;
    double seconds; /* of this epoch, without testing */
    size_t skipped; /* batches of this epoch that an earlier run has done */
} training;

/* The epoch's own order, the same however often the training was interrupted. */
static void shuffle(training *t) {
    uint64_t state = t->options->seed ^ (t->progress.epochs + 1) * 0xd1342543de82ef95u;
    for (size_t i = 0; i < t->train.count; i++)
        t->order[i] = (uint32_t)i;
    for (size_t i = t->train.count; i > 1; i--) {
        size_t j = random_below(&state, i);
        uint32_t kept = t->order[i - 1];
        t->order[i - 1] = t->order[j];
        t->order[j] = kept;
    }
}

static bool has_progress(const training *t) {
    return !t->options->json && isatty(STDERR_FILENO);
}

static void clear_progress(const training *t) {
    if (has_progress(t))
        fputs("\r\033[K", stderr);
}

static void show_progress(const training *t, size_t done, size_t all) {
    static double shown;
    double now = seconds_now();
    if (!has_progress(t) || (now - shown < 0.1 && done < all))
        return;
    shown = now;
    double speed = (double)(done - t->skipped) / t->seconds;
    fprintf(stderr, "\repoch %zu/%zu  batch %zu/%zu  loss %.4f  %.0f images/s  %.0f s left \033[K",
            t->progress.epochs + 1, t->options->epochs, done, all,
            t->progress.loss_sum / (double)t->progress.batches, speed * (double)t->options->batch,
            (double)((t->options->epochs - t->progress.epochs) * all - done) / speed);
    if (done == all)
        clear_progress(t);
}

static bool keep_loss(training_history *history, double loss) {
    if (history->loss_count == history->loss_room) {
        size_t room = history->loss_room * 2 + 1024;
        float *larger = realloc(history->losses, room * sizeof *larger);
        if (!larger)
            return fail("no memory for %zu losses", room);
        history->losses = larger;
        history->loss_room = room;
    }
    history->losses[history->loss_count++] = (float)loss;
    return true;
}

static bool step(training *t) {
    double start = seconds_now(), loss;
    size_t first, i = t->progress.batches;
    batch_state *state = batches_at(&t->train_batches, i, &first);
    if (!succeeded(data_batch(state, &t->train, t->order, first)) ||
        !succeeded(network_step(&t->net, state, (float)t->options->lr, &loss)))
        return false;
    if (!isfinite(loss)) {
        clear_progress(t);
        return fail("epoch %zu, batch %zu: the loss is %s: the training has diverged, this epoch "
                    "is not saved; try a smaller --lr than %g",
                    t->progress.epochs + 1, i + 1, isnan(loss) ? "no number" : "infinite",
                    t->options->lr);
    }
    t->progress.loss_sum += loss;
    t->progress.batches++;
    t->seconds += seconds_now() - start;
    show_progress(t, t->progress.batches, batches_number(&t->train_batches));
    return keep_loss(&t->history, loss);
}

static bool test_hits(training *t, size_t *hits) {
    return succeeded(count_hits(hits, &t->net, &t->test, &t->test_batches));
}

static bool tell_first_batches(training *t) {
    size_t hits;
    if (!t->options->json || t->progress.epochs > 0 || t->progress.batches != FIRST_BATCHES)
        return true;
    return test_hits(t, &hits) &&
           say("{\"event\":\"batches\",\"count\":%d,\"loss\":%.6f,\"hits\":%zu}", FIRST_BATCHES,
               t->progress.loss_sum / FIRST_BATCHES, hits);
}

static bool tell_epoch(training *t, const struct epoch_result *result) {
    if (t->options->json)
        return say(
            "{\"event\":\"epoch\",\"epoch\":%zu,\"loss\":%.6f,\"hits\":%zu,\"seconds\":%.4f}",
            result->epoch, result->loss, result->hits, result->seconds);
    return say("%5zu  %.5f  %5zu of %zu (%.2f %%)  %7.2f", result->epoch, result->loss,
               result->hits, t->test.count, 100 * (double)result->hits / (double)t->test.count,
               result->seconds);
}

static bool save(const training *t) {
    return !t->options->save || progress_save(&t->net, &t->progress, t->options);
}

/* For one epoch more. */
static bool make_room(training_history *history) {
    if (history->epoch_count < history->epoch_room)
        return true;
    size_t room = history->epoch_room * 2 + 16;
    struct epoch_result *larger = realloc(history->epochs, room * sizeof *larger);
    if (!larger)
        return fail("no memory for %zu epochs", room);
    history->epochs = larger;
    history->epoch_room = room;
    return true;
}

static bool finish_epoch(training *t) {
    size_t hits;
    if (!test_hits(t, &hits) || !make_room(&t->history))
        return false;
    struct epoch_result *result = &t->history.epochs[t->history.epoch_count];
    *result = (struct epoch_result){t->progress.epochs + 1, hits,
                                    t->progress.loss_sum / (double)t->progress.batches, t->seconds};
    t->history.epoch_count++;
    t->progress = (training_progress){t->progress.epochs + 1, 0, 0};
    t->seconds = 0;
    t->skipped = 0;
    bool saved = save(t);
    return tell_epoch(t, result) && saved;
}

/* A signal came between two batches. */
static bool interrupt(const training *t) {
    clear_progress(t);
    if (!save(t))
        return false;
    if (has_progress(t))
        fprintf(stderr, "stopped in epoch %zu after %zu of %zu batches, %s%s\n",
                t->progress.epochs + 1, t->progress.batches, batches_number(&t->train_batches),
                t->options->save ? "saved to " : "not saved",
                t->options->save ? t->options->save : "");
    return true;
}

/* Until all epochs are done or a signal comes. */
static bool run(training *t) {
    if (t->progress.epochs >= t->options->epochs)
        return save(t); /* the resumed run had done them all */
    while (t->progress.epochs < t->options->epochs) {
        if (t->order)
            shuffle(t);
        while (t->progress.batches < batches_number(&t->train_batches)) {
            if (stop_signal())
                return interrupt(t);
            if (!step(t) || !tell_first_batches(t))
                return false;
        }
        if (!finish_epoch(t))
            return false;
    }
    return true;
}

static bool start_weights(training *t) {
    if (!succeeded(network_alloc(&t->net)))
        return false;
    if (t->options->resume)
        return progress_load(&t->net, &t->progress, t->options);
    if (t->options->init)
        return weights_load(&t->net, t->options->init);
    network_init(&t->net, t->options->seed);
    return true;
}

static bool start_memory(training *t) {
    if (t->options->shuffle)
        t->order = calloc(t->train.count, sizeof *t->order);
    if (t->options->shuffle && !t->order)
        return fail("no memory for the order of %zu images", t->train.count);
    return succeeded(batches_alloc(&t->train_batches, t->train.count, t->options->batch)) &&
           succeeded(batches_alloc(&t->test_batches, t->test.count, TEST_BATCH));
}

/* The page must not take the place of weights. */
static bool check_report(const mnist_options *options) {
    const char *const weights[] = {options->save, options->init, options->resume};
    for (size_t i = 0; options->report && i < 3; i++)
        if (weights[i] && same_file(weights[i], options->report))
            return fail("--report %s is the file of the weights, %s: expected two files",
                        options->report, weights[i]);
    return true;
}

static bool start(training *t) {
    if (!can_write(t->options->save) || !can_write(t->options->report) ||
        !check_report(t->options) || !start_weights(t) ||
        !data_read(&t->train, t->options->data, "train") ||
        !data_read(&t->test, t->options->data, "t10k") || !start_memory(t))
        return false;
    if (t->progress.batches >= batches_number(&t->train_batches))
        return fail("%s: stands at batch %zu of an epoch, expected one below %zu",
                    t->options->resume, t->progress.batches, batches_number(&t->train_batches));
    t->skipped = t->progress.batches;
    return t->options->json || say("epoch  loss     test hits              seconds");
}

static void end(training *t) {
    data_free(&t->train);
    data_free(&t->test);
    network_free(&t->net);
    batches_free(&t->train_batches);
    batches_free(&t->test_batches);
    free(t->order);
    free(t->history.losses);
    free(t->history.epochs);
}

int train(const mnist_options *options) {
    training t = {.options = options};
    catch_signals();
    bool done = start(&t) && run(&t);
    if (done && options->report)
        done = report_write(options, &t.history, &t.net, &t.test, &t.test_batches);
    end(&t);
    if (done && stop_signal())
        return 128 + stop_signal();
    return done ? 0 : EXIT_FAILED;
}
