/* y has not as many columns as w has rows. */
// expect: bml_dim_four bml_dim_five
#include "handles.h"

OPERATION(bml_gemm_nt(&two_x_five, 2, &two_x_three, &five_x_three, 1),
          bml_gemm_nt(&two_x_four, 2, &two_x_three, &five_x_three, 1))
