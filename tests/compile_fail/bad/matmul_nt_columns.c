/* y has not as many columns as w has rows. */
// expect: bml_dim_four bml_dim_five
#include "handles.h"

OPERATION(bml_matmul_nt(&two_x_five, &two_x_three, &five_x_three),
          bml_matmul_nt(&two_x_four, &two_x_three, &five_x_three))
