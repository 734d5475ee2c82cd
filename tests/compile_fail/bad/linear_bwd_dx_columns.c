/* dX has the shape of dY. */
// expect: bml_dim_five bml_dim_three
#include "handles.h"

OPERATION(bml_linear_bwd(&batch_x_three, &three_x_five, &vec_five, &batch_x_five, &batch_x_three,
                         &three_x_five),
          bml_linear_bwd(&batch_x_five, &three_x_five, &vec_five, &batch_x_five, &batch_x_three,
                         &three_x_five))
