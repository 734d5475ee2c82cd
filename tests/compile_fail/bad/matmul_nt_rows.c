/* y has other rows than x. */
// expect: bml_dim_four bml_dim_two
#include "handles.h"

OPERATION(bml_matmul_nt(&two_x_five, &two_x_three, &five_x_three),
          bml_matmul_nt(&four_x_five, &two_x_three, &five_x_three))
