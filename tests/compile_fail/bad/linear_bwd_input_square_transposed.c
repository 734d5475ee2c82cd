/* The transpose of a square weight: backward is dY W' of the W of forward. */
// expect: bml_dim_d_in bml_dim_d_out
#include "handles.h"

OPERATION(bml_linear_bwd_input(&batch_x_d_in, &batch_x_d_out, &d_in_x_d_out),
          bml_linear_bwd_input(&batch_x_d_in, &batch_x_d_out, &d_out_x_d_in))
