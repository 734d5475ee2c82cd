/* A function of one's own. */
// expect: bml_mat_d_in_x_d_out bml_mat_d_out_x_d_in
#include "handles.h"

void train(const bml_mat(d_in, d_out) * w);

OPERATION(train(&d_in_x_d_out), train(&d_out_x_d_in))
