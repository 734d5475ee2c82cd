/* A matrix where a vector is wanted. */
// expect: bml_dim_vector_ bml_dim_two
#include "handles.h"

OPERATION(bml_linear(&batch_x_five, &batch_x_three, &three_x_five, &vec_five),
          bml_linear(&batch_x_five, &batch_x_three, &three_x_five, &two_x_five))
