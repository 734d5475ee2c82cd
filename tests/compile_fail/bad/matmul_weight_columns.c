/* y has other columns than w. */
// expect: bml_dim_four bml_dim_five
#include "handles.h"

OPERATION(bml_matmul_weight(&two_x_five, &two_x_three, &weight_three_x_five),
          bml_matmul_weight(&two_x_four, &two_x_three, &weight_three_x_five))
