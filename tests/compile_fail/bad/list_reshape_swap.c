/* 2x3 swapped is 3x2. */
// expect: bml_dim_two bml_dim_three
#include "list_handles.h"

STATUS(bml_list_reshape_swap(&list_three_x_two, &list_two_x_three),
       bml_list_reshape_swap(&list_two_x_three, &list_two_x_three))
