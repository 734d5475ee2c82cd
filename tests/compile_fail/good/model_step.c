#include "model.h"

void model_step(bml_mat(in, out) * w, bml_vec(out) * b, const bml_mat(batch, out) * dy,
                const bml_mat(batch, in) * x) {
    bml_linear_sgd(w, b, 0.1f, dy, x);
}
