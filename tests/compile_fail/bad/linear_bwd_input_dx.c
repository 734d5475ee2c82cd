/* dX has other columns than W has rows. */
// expect: bml_dim_d_in bml_dim_three
#include "handles.h"

OPERATION(bml_linear_bwd_input(&batch_x_three, &batch_x_five, &three_x_five),
          bml_linear_bwd_input(&batch_x_d_in, &batch_x_five, &three_x_five))
