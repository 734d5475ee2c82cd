/* y has not as many rows as x has columns. */
// expect: bml_dim_four bml_dim_three
#include "handles.h"

OPERATION(bml_matmul_tn(&three_x_five, &batch_x_three, &batch_x_five),
          bml_matmul_tn(&four_x_five, &batch_x_three, &batch_x_five))
