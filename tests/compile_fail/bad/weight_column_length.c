/* A column is as long as the rows, not as the columns. */
// expect: bml_dim_five bml_dim_two
#include "handles.h"

STATUS(bml_weight_column(&vec_two, &weight_two_x_five, 3),
       bml_weight_column(&vec_five, &weight_two_x_five, 3))
