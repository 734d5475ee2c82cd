/* y has other rows than x. */
// expect: bml_dim_four bml_dim_two
#include "handles.h"

OPERATION(bml_matmul_weight(&two_x_five, &two_x_three, &weight_three_x_five),
          bml_matmul_weight(&four_x_five, &two_x_three, &weight_three_x_five))
