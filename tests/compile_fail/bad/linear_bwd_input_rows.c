/* dX of another batch. */
// expect: bml_dim_seq bml_dim_batch
#include "handles.h"

OPERATION(bml_linear_bwd_input(&batch_x_three, &batch_x_five, &three_x_five),
          bml_linear_bwd_input(&seq_x_three, &batch_x_five, &three_x_five))
