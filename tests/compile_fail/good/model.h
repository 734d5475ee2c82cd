/* The shapes of one model, included by two of its files. */
#ifndef MODEL_H
#define MODEL_H

#include <bendml/autodiff.h>

BML_DIM_RT(batch);
BML_DIM(in, 784);
BML_DIM(out, 10);
BML_SHAPE(batch, in);
BML_SHAPE(in, out);
BML_SHAPE(batch, out);
BML_VECTOR(out);

void model_forward(bml_mat(batch, out) * y, const bml_mat(batch, in) * x,
                   const bml_mat(in, out) * w, const bml_vec(out) * b);
void model_step(bml_mat(in, out) * w, bml_vec(out) * b, const bml_mat(batch, out) * dy,
                const bml_mat(batch, in) * x);

#endif
