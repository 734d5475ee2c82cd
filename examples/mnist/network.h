/* The typed network: 784 pixels, 128 ReLUs, 10 classes. */
#ifndef MNIST_NETWORK_H
#define MNIST_NETWORK_H

#include <bendml/autodiff.h>

BML_DIM_RT(batch);
BML_DIM(pixels, 784);
BML_DIM(hidden, 128);
BML_DIM(classes, 10);
BML_SHAPE(batch, pixels);
BML_SHAPE(batch, hidden);
BML_SHAPE(batch, classes);
BML_SHAPE(pixels, hidden);
BML_SHAPE(hidden, classes);
BML_VECTOR(batch);
BML_VECTOR(hidden);
BML_VECTOR(classes);

enum { SIDE = 28, PIXELS = SIDE * SIDE, CLASSES = 10 };

typedef struct network {
    bml_mat(pixels, hidden) w1;
    bml_vec(hidden) b1;
    bml_mat(hidden, classes) w2;
    bml_vec(classes) b2;
} network;

/* What a batch passes through: pixels x, hidden h, logits z, their gradients, the labels. */
typedef struct batch_state {
    bml_dim_batch rows;
    bml_mat(batch, pixels) x;
    bml_mat(batch, hidden) h, dh;
    bml_mat(batch, classes) z, dz;
    bml_ids(batch) labels;
} batch_state;

/* Zeros. On error nothing is left to free. */
BML_MUST_USE bml_status network_alloc(network *net);
/* Weights uniform in +-1/sqrt(fan in), biases 0; the same numbers for a seed on every machine. */
void network_init(network *net, uint64_t seed);
void network_free(network *net);

BML_MUST_USE bml_status batch_alloc(batch_state *state, size_t rows);
void batch_free(batch_state *state);

/* z := relu(x w1 + b1) w2 + b2 */
void network_forward(const network *net, batch_state *state);
/* Forward, the mean cross entropy, backward, one step of SGD. */
BML_MUST_USE bml_status network_step(network *net, batch_state *state, float lr, double *loss);

/* The class with the greatest of ten logits, and its probability, its share of the softmax. */
unsigned network_class(const float z[CLASSES], double *probability);

#endif
