/* y has other columns than w. */
// expect: bml_dim_four bml_dim_five
#include "handles.h"

OPERATION(bml_matmul(&two_x_five, &two_x_three, &three_x_five),
          bml_matmul(&two_x_four, &two_x_three, &three_x_five))
