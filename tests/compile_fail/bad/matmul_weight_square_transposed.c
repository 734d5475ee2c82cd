/* A square weight the other way round. */
// expect: bml_dim_d_in bml_dim_d_out
#include "handles.h"

OPERATION(bml_matmul_weight(&batch_x_d_out, &batch_x_d_in, &weight_d_in_x_d_out),
          bml_matmul_weight(&batch_x_d_out, &batch_x_d_in, &weight_d_out_x_d_in))
