/* W has other columns than dY. */
// expect: bml_dim_two bml_dim_five
#include "handles.h"

OPERATION(bml_linear_sgd(&three_x_five, &vec_five, 0.1f, &batch_x_five, &batch_x_three),
          bml_linear_sgd(&three_x_two, &vec_five, 0.1f, &batch_x_five, &batch_x_three))
