/* b of d_in numbers, and a row has d_out. */
// expect: bml_dim_d_out bml_dim_d_in
#include "handles.h"

OPERATION(bml_add_row(&batch_x_d_out, &batch_x_d_out, &vec_d_out),
          bml_add_row(&batch_x_d_out, &batch_x_d_out, &vec_d_in))
