/* Both forms are right. */
// expect: bml_dim_three bml_dim_four
// report: its wrong form compiles
#include "handles.h"

OPERATION(bml_matmul(&two_x_five, &two_x_three, &three_x_five),
          bml_matmul(&two_x_five, &two_x_three, &three_x_five))
