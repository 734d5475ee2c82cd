/* Refused, but for another reason than it says. */
// expect: bml_dim_three bml_dim_six
// report: no line says all of: bml_dim_three bml_dim_six
#include "handles.h"

OPERATION(bml_matmul(&two_x_five, &two_x_three, &three_x_five),
          bml_matmul(&two_x_five, &two_x_three, &four_x_five))
