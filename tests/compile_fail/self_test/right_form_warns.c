/* The right form has a warning. */
// expect: bml_dim_three bml_dim_four
// report: its right form does not compile
#include "handles.h"

OPERATION(int unused; bml_matmul(&two_x_five, &two_x_three, &three_x_five),
                      bml_matmul(&two_x_five, &two_x_three, &four_x_five))
