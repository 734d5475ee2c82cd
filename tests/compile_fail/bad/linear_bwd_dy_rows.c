/* dY of another batch. */
// expect: bml_dim_seq bml_dim_batch
#include "handles.h"

OPERATION(bml_linear_bwd(&batch_x_three, &three_x_five, &vec_five, &batch_x_five, &batch_x_three,
                         &three_x_five),
          bml_linear_bwd(&batch_x_three, &three_x_five, &vec_five, &seq_x_five, &batch_x_three,
                         &three_x_five))
