/* Training, and counting hits. */
#ifndef MNIST_TRAIN_H
#define MNIST_TRAIN_H

#include "data.h"
#include "options.h"
#include "save.h"

/* The states of whole batches and of the last, shorter one, for a set of `count`. */
typedef struct batches {
    size_t count;
    batch_state full, last; /* last has no rows where the batch divides the count */
} batches;

BML_MUST_USE bml_status batches_alloc(batches *all, size_t count, size_t batch);
void batches_free(batches *all);
size_t batches_number(const batches *all);
/* The state of batch i, and where in the set it starts. */
batch_state *batches_at(batches *all, size_t i, size_t *first);

/* The rows of the set that the network gets right. */
BML_MUST_USE bml_status count_hits(size_t *hits, const network *net, const data_set *set,
                                   batches *all);

/* What a training has been, for the report. */
typedef struct training_history {
    float *losses; /* of each batch of this run */
    size_t loss_count, loss_room;
    struct epoch_result {
        size_t epoch, hits;
        double loss, seconds;
    } * epochs;
    size_t epoch_count, epoch_room;
} training_history;

/* The exit code of "bendml-mnist train". */
int train(const mnist_options *options);

#endif
