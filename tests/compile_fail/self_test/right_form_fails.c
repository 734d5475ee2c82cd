/* The right form is refused too. */
// expect: bml_dim_three bml_dim_four
// report: its right form does not compile
#include "handles.h"

OPERATION(bml_matmul(&two_x_five, &two_x_three, &four_x_five),
          bml_matmul(&two_x_five, &two_x_three, &four_x_five))
