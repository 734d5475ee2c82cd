/* A misspelt handle, which clang reads as the one that was meant. */
// expect: bml_dim_three bml_dim_four
// report: its wrong form has a misspelt name
#include "handles.h"

OPERATION(bml_matmul(&two_x_five, &two_x_three, &three_x_five),
          bml_matmul(&two_x_five, &two_x_three, &four_x_fiv))
