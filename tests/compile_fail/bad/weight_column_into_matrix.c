/* A matrix where a vector is wanted. */
// expect: bml_dim_vector_ bml_dim_three
#include "handles.h"

STATUS(bml_weight_column(&vec_two, &weight_two_x_five, 3),
       bml_weight_column(&three_x_two, &weight_two_x_five, 3))
