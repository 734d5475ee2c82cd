/* X and dY swapped. */
// expect: bml_dim_five bml_dim_three
#include "handles.h"

OPERATION(bml_linear_sgd(&three_x_five, &vec_five, 0.1f, &batch_x_five, &batch_x_three),
          bml_linear_sgd(&three_x_five, &vec_five, 0.1f, &batch_x_three, &batch_x_five))
