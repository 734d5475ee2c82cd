/* 2x3 times 4x5. */
// expect: bml_dim_three bml_dim_four
#include "handles.h"

OPERATION(bml_gemm(&two_x_five, 2, &two_x_three, &three_x_five, 1),
          bml_gemm(&two_x_five, 2, &two_x_three, &four_x_five, 1))
