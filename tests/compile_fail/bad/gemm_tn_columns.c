/* y has other columns than w. */
// expect: bml_dim_two bml_dim_five
#include "handles.h"

OPERATION(bml_gemm_tn(&three_x_five, 2, &batch_x_three, &batch_x_five, 1),
          bml_gemm_tn(&three_x_two, 2, &batch_x_three, &batch_x_five, 1))
