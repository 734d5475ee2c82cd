/* A square weight that was transposed already. */
// expect: bml_dim_d_in bml_dim_d_out
#include "handles.h"

OPERATION(bml_matmul_nt(&batch_x_d_out, &batch_x_d_in, &d_out_x_d_in),
          bml_matmul_nt(&batch_x_d_out, &batch_x_d_in, &d_in_x_d_out))
