/* Weights and how far a training came, as a safetensors file. */
#ifndef MNIST_SAVE_H
#define MNIST_SAVE_H

#include "network.h"
#include "options.h"

/* Where a training stands: whole epochs, batches of the next one, and the sum of their losses. */
typedef struct training_progress {
    size_t epochs, batches;
    double loss_sum;
} training_progress;

/* The weights alone: exactly w1, b1, w2, b2, of finite numbers. All of these say on stderr what is
 * wrong. */
bool weights_load(network *net, const char *path);
/* What `save` wrote. The batch, learning rate, seed and order must be those of `options`. */
bool progress_load(network *net, training_progress *progress, const mnist_options *options);
bool progress_save(const network *net, const training_progress *progress,
                   const mnist_options *options);
/* Whether a file could be written there, before hours are spent on what goes into it; NULL is fine.
 */
bool can_write(const char *path);

/* Whether both name one file, there or to be made. */
bool same_file(const char *a, const char *b);

#endif
