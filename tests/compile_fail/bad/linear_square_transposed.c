/* A 768x768 weight used the other way round. */
// expect: bml_dim_d_in bml_dim_d_out
#include "handles.h"

OPERATION(bml_linear(&batch_x_d_out, &batch_x_d_in, &d_in_x_d_out, &vec_d_out),
          bml_linear(&batch_x_d_out, &batch_x_d_in, &d_out_x_d_in, &vec_d_out))
