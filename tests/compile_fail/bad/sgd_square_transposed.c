/* The gradient of a square weight, transposed. */
// expect: bml_dim_d_in bml_dim_d_out
#include "handles.h"

OPERATION(bml_sgd(&d_in_x_d_out, 0.1f, &d_in_x_d_out), bml_sgd(&d_in_x_d_out, 0.1f, &d_out_x_d_in))
