/* A dimension whose name begins like another's is not that one. */
// expect: bml_dim_thr bml_dim_four
// report: no line says all of: bml_dim_thr bml_dim_four
#include "handles.h"

OPERATION(bml_matmul(&two_x_five, &two_x_three, &three_x_five),
          bml_matmul(&two_x_five, &two_x_three, &four_x_five))
