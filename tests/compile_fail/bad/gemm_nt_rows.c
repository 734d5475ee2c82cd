/* y has other rows than x. */
// expect: bml_dim_four bml_dim_two
#include "handles.h"

OPERATION(bml_gemm_nt(&two_x_five, 2, &two_x_three, &five_x_three, 1),
          bml_gemm_nt(&four_x_five, 2, &two_x_three, &five_x_three, 1))
