/* y has not as many rows as x has columns. */
// expect: bml_dim_four bml_dim_three
#include "handles.h"

OPERATION(bml_gemm_tn(&three_x_five, 2, &batch_x_three, &batch_x_five, 1),
          bml_gemm_tn(&four_x_five, 2, &batch_x_three, &batch_x_five, 1))
