/* A weight where a matrix is wanted. */
// expect: bml_array bml_weight_array
#include "handles.h"

OPERATION(bml_matmul(&two_x_five, &two_x_three, &three_x_five),
          bml_matmul(&two_x_five, &two_x_three, &weight_three_x_five))
