/* y has other columns than w. */
// expect: bml_dim_four bml_dim_five
#include "handles.h"

OPERATION(bml_gemm(&two_x_five, 2, &two_x_three, &three_x_five, 1),
          bml_gemm(&two_x_four, 2, &two_x_three, &three_x_five, 1))
