#include "network.h"

#include <math.h>

#include "random.h"

bml_status network_alloc(network *net) {
    *net = (network){0};
    bml_status status = bml_alloc(&net->w1, bml_dim(pixels), bml_dim(hidden));
    if (!status)
        status = bml_alloc_vec(&net->b1, bml_dim(hidden));
    if (!status)
        status = bml_alloc(&net->w2, bml_dim(hidden), bml_dim(classes));
    if (!status)
        status = bml_alloc_vec(&net->b2, bml_dim(classes));
    if (status)
        network_free(net);
    return status;
}

static void fill_uniform(bml_array *w, uint64_t *state) {
    double bound = 1 / sqrt((double)w->rows);
    for (size_t i = 0; i < w->rows; i++)
        for (size_t j = 0; j < w->cols; j++)
            w->data[i * w->stride + j] = (float)((2 * random_unit(state) - 1) * bound);
}

void network_init(network *net, uint64_t seed) {
    fill_uniform(&net->w1.raw, &seed);
    fill_uniform(&net->w2.raw, &seed);
    bml_fill(&net->b1, 0);
    bml_fill(&net->b2, 0);
}

void network_free(network *net) {
    bml_free(&net->w1);
    bml_free(&net->b1);
    bml_free(&net->w2);
    bml_free(&net->b2);
}

bml_status batch_alloc(batch_state *state, size_t rows) {
    *state = (batch_state){0};
    bml_status status = bml_dim_check(&state->rows, rows);
    if (!status)
        status = bml_alloc(&state->x, state->rows, bml_dim(pixels));
    if (!status)
        status = bml_alloc(&state->h, state->rows, bml_dim(hidden));
    if (!status)
        status = bml_alloc(&state->dh, state->rows, bml_dim(hidden));
    if (!status)
        status = bml_alloc(&state->z, state->rows, bml_dim(classes));
    if (!status)
        status = bml_alloc(&state->dz, state->rows, bml_dim(classes));
    if (!status)
        status = bml_alloc_ids(&state->labels, state->rows);
    if (status)
        batch_free(state);
    return status;
}

void batch_free(batch_state *state) {
    bml_free(&state->x);
    bml_free(&state->h);
    bml_free(&state->dh);
    bml_free(&state->z);
    bml_free(&state->dz);
    bml_free_ids(&state->labels);
}

void network_forward(const network *net, batch_state *state) {
    bml_linear(&state->h, &state->x, &net->w1, &net->b1);
    bml_relu(&state->h, &state->h);
    bml_linear(&state->z, &state->h, &net->w2, &net->b2);
}

bml_status network_step(network *net, batch_state *state, float lr, double *loss) {
    network_forward(net, state);
    bml_status status = bml_cross_entropy(&state->dz, loss, &state->z, &state->labels);
    if (status)
        return status;
    bml_linear_bwd_input(&state->dh, &state->dz, &net->w2);
    bml_relu_bwd(&state->dh, &state->dh, &state->h);
    bml_linear_sgd(&net->w2, &net->b2, lr, &state->dz, &state->h);
    bml_linear_sgd(&net->w1, &net->b1, lr, &state->dh, &state->x);
    return BML_OK;
}

unsigned network_class(const float z[CLASSES], double *probability) {
    unsigned best = 0;
    double sum = 0;
    for (unsigned j = 1; j < CLASSES; j++)
        best = z[j] > z[best] ? j : best;
    for (unsigned j = 0; j < CLASSES; j++)
        sum += exp((double)z[j] - (double)z[best]);
    *probability = 1 / sum;
    return best;
}
