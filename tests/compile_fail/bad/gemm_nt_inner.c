/* x w' needs as many columns in w as in x. */
// expect: bml_dim_three bml_dim_four
#include "handles.h"

OPERATION(bml_gemm_nt(&two_x_five, 2, &two_x_three, &five_x_three, 1),
          bml_gemm_nt(&two_x_five, 2, &two_x_three, &five_x_four, 1))
