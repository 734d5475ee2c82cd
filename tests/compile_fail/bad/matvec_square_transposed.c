/* A square weight used the other way round. */
// expect: bml_dim_d_out bml_dim_d_in
#include "handles.h"

OPERATION(bml_matvec(&vec_d_out, &d_out_x_d_in, &vec_d_in),
          bml_matvec(&vec_d_out, &d_in_x_d_out, &vec_d_in))
