/* W has not as many rows as X has columns. */
// expect: bml_dim_three bml_dim_four
#include "handles.h"

OPERATION(bml_linear_sgd(&three_x_five, &vec_five, 0.1f, &batch_x_five, &batch_x_three),
          bml_linear_sgd(&four_x_five, &vec_five, 0.1f, &batch_x_five, &batch_x_three))
