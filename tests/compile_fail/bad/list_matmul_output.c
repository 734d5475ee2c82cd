/* (2x3)(3x5) is 2x5, not 2x4. */
// expect: bml_dim_four bml_dim_five
#include "list_handles.h"

STATUS(bml_list_matmul(&list_two_x_five, &list_two_x_three, &list_three_x_five),
       bml_list_matmul(&list_two_x_four, &list_two_x_three, &list_three_x_five))
