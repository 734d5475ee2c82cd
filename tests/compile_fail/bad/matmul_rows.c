/* y has other rows than x. */
// expect: bml_dim_four bml_dim_two
#include "handles.h"

OPERATION(bml_matmul(&two_x_five, &two_x_three, &three_x_five),
          bml_matmul(&four_x_five, &two_x_three, &three_x_five))
