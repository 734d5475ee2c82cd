/* y has other rows than x. */
// expect: bml_dim_four bml_dim_two
#include "handles.h"

OPERATION(bml_gemm(&two_x_five, 2, &two_x_three, &three_x_five, 1),
          bml_gemm(&four_x_five, 2, &two_x_three, &three_x_five, 1))
