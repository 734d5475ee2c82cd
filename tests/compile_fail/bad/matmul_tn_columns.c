/* y has other columns than w. */
// expect: bml_dim_two bml_dim_five
#include "handles.h"

OPERATION(bml_matmul_tn(&three_x_five, &batch_x_three, &batch_x_five),
          bml_matmul_tn(&three_x_two, &batch_x_three, &batch_x_five))
