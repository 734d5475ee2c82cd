/* b of x's side, not of y's. */
// expect: bml_dim_three bml_dim_five
#include "handles.h"

OPERATION(bml_linear_sgd(&three_x_five, &vec_five, 0.1f, &batch_x_five, &batch_x_three),
          bml_linear_sgd(&three_x_five, &vec_three, 0.1f, &batch_x_five, &batch_x_three))
