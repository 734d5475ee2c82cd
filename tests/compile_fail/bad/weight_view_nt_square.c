/* A square matrix that is not the transpose, with _nt. */
// expect: bml_dim_d_in bml_dim_d_out
#include "handles.h"

OPERATION(bml_weight_view_nt(&weight_d_in_x_d_out, &d_out_x_d_in),
          bml_weight_view_nt(&weight_d_in_x_d_out, &d_in_x_d_out))
