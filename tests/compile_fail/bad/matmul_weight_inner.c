/* 2x3 times 4x5. */
// expect: bml_dim_three bml_dim_four
#include "handles.h"

OPERATION(bml_matmul_weight(&two_x_five, &two_x_three, &weight_three_x_five),
          bml_matmul_weight(&two_x_five, &two_x_three, &weight_four_x_five))
