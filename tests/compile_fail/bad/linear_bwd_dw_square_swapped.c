/* dW of a 768x768 weight with swapped sides. */
// expect: bml_dim_d_in bml_dim_d_out
#include "handles.h"

OPERATION(bml_linear_bwd(&batch_x_d_in, &d_in_x_d_out, &vec_d_out, &batch_x_d_out, &batch_x_d_in,
                         &d_in_x_d_out),
          bml_linear_bwd(&batch_x_d_in, &d_out_x_d_in, &vec_d_out, &batch_x_d_out, &batch_x_d_in,
                         &d_in_x_d_out))
