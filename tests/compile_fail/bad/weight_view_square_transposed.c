/* A view of the transpose of a square matrix, without _nt. */
// expect: bml_dim_d_in bml_dim_d_out
#include "handles.h"

OPERATION(bml_weight_view(&weight_d_in_x_d_out, &d_in_x_d_out),
          bml_weight_view(&weight_d_in_x_d_out, &d_out_x_d_in))
