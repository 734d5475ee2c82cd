/* X of another layer. */
// expect: bml_dim_d_in bml_dim_three
#include "handles.h"

OPERATION(bml_linear_bwd(&batch_x_three, &three_x_five, &vec_five, &batch_x_five, &batch_x_three,
                         &three_x_five),
          bml_linear_bwd(&batch_x_three, &three_x_five, &vec_five, &batch_x_five, &batch_x_d_in,
                         &three_x_five))
