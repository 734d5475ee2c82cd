/* dY has the shape of X. */
// expect: bml_dim_three bml_dim_five
#include "handles.h"

OPERATION(bml_linear_bwd(&batch_x_three, &three_x_five, &vec_five, &batch_x_five, &batch_x_three,
                         &three_x_five),
          bml_linear_bwd(&batch_x_three, &three_x_five, &vec_five, &batch_x_three, &batch_x_three,
                         &three_x_five))
