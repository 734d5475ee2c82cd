/* A matrix where a weight is wanted. */
// expect: bml_weight_array bml_array
#include "handles.h"

OPERATION(bml_matmul_weight(&two_x_five, &two_x_three, &weight_three_x_five),
          bml_matmul_weight(&two_x_five, &two_x_three, &three_x_five))
