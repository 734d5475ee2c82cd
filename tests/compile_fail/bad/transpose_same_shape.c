/* A transposed square matrix has another shape. */
// expect: bml_dim_d_in bml_dim_d_out
#include "handles.h"

OPERATION(bml_transpose(&d_out_x_d_in, &d_in_x_d_out), bml_transpose(&d_in_x_d_out, &d_in_x_d_out))
