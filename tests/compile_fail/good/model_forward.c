#include "model.h"

void model_forward(bml_mat(batch, out) * y, const bml_mat(batch, in) * x,
                   const bml_mat(in, out) * w, const bml_vec(out) * b) {
    bml_linear(y, x, w, b);
}
