/* Handles and witnesses in structs and arrays, behind const pointers, in initializers. */
#include <bendml/autodiff.h>

BML_DIM_RT(batch);
BML_DIM_RT(seq);
BML_DIM(hidden, 128);
BML_DIM_TIMES(twice, batch, 2);
BML_DIM_PRODUCT(tokens, batch, seq);
BML_SHAPE(batch, hidden);
BML_SHAPE(hidden, hidden);
BML_VECTOR(hidden);
BML_VECTOR(batch);

enum { LAYERS = 4 };

struct layer {
    bml_mat(hidden, hidden) w;
    bml_vec(hidden) b;
};

struct model {
    struct layer layers[LAYERS];
    bml_dim_batch batch;
    bml_mat(batch, hidden) activations[LAYERS + 1];
    bml_ids(batch) labels;
};

_Static_assert(sizeof(bml_mat(hidden, hidden)) == sizeof(bml_array), "a handle is an array");
_Static_assert(sizeof(bml_ids(batch)) == sizeof(bml_index_array), "and of indices");
_Static_assert(sizeof(bml_dim_batch) == sizeof(size_t), "a witness is a size");

bml_status model_make(struct model *const model, size_t rows);
bml_status model_make(struct model *const model, size_t rows) {
    struct model made = {0};
    bml_dim_batch *const batch = &made.batch;
    if (bml_dim_check(batch, rows))
        return BML_ERROR_SIZE;
    for (int i = 0; i < LAYERS; i++)
        if (bml_alloc(&made.layers[i].w, bml_dim(hidden), bml_dim(hidden)) ||
            bml_alloc_vec(&made.layers[i].b, bml_dim(hidden)))
            return BML_ERROR_MEMORY;
    for (bml_mat(batch, hidden) *x = made.activations; x <= &made.activations[LAYERS]; x++)
        if (bml_alloc(x, made.batch, bml_dim(hidden)))
            return BML_ERROR_MEMORY;
    *model = made;
    return bml_alloc_ids(&model->labels, model->batch);
}

void model_forward(struct model *model);
void model_forward(struct model *model) {
    const struct layer *layer = model->layers;
    bml_mat(batch, hidden) *x = model->activations;
    for (int i = 0; i < LAYERS; i++, x++, layer++) {
        bml_linear(x + 1, x, &layer->w, &layer->b);
        bml_relu(x + 1, &x[1]);
    }
}

void model_free(struct model *model);
void model_free(struct model *model) {
    for (int i = 0; i < LAYERS; i++) {
        bml_free(&model->layers[i].w);
        bml_free(&model->layers[i].b);
        bml_free(&model->activations[i]);
    }
    bml_free_ids(&model->labels);
}

bml_status sizes(const bml_dim_batch batch, const struct model *model, bml_dim_twice *const twice);
bml_status sizes(const bml_dim_batch batch, const struct model *model, bml_dim_twice *const twice) {
    bml_dim_seq seq;
    bml_dim_tokens tokens;
    bml_dim_hidden hidden;
    if (bml_dim_check(&seq, 7) || bml_dim_check(&hidden, 128))
        return BML_ERROR_SIZE;
    if (bml_dim_product(&tokens, model->batch, seq) || bml_dim_product(&tokens, seq, batch))
        return BML_ERROR_SIZE;
    return bml_dim_times(twice, batch);
}
