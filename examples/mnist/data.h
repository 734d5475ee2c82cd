/* MNIST's images and labels. */
#ifndef MNIST_DATA_H
#define MNIST_DATA_H

#include "network.h"

typedef struct data_set {
    size_t count;
    uint8_t *images;  /* [count, 784] */
    uint32_t *labels; /* [count], each below 10 */
} data_set;

/* Reads NAME-images and NAME-labels ("train" or "t10k") of a folder, plain or .gz; `folder` NULL is
 * the small part that comes with the program. False: said on stderr what was found where, and
 * nothing is left to free. */
bool data_read(data_set *set, const char *folder, const char *name);
void data_free(data_set *set);

/* Fills x and labels of a batch: the images first .. first + rows, or where `order` is given, those
 * it names. */
BML_MUST_USE bml_status data_batch(batch_state *state, const data_set *set, const uint32_t *order,
                                   size_t first);

#endif
