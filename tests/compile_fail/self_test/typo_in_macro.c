/* A misspelt macro, which is a function to a C compiler. */
// expect: bml_dim_three bml_dim_four
// report: its wrong form compiles
#include "handles.h"

OPERATION(bml_matmul(&two_x_five, &two_x_three, &three_x_five),
          bml_matmull(&two_x_five, &two_x_three, &four_x_five))
