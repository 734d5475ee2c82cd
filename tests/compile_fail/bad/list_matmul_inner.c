/* (2x3)(5x3): the inner sides differ. */
// expect: bml_dim_three bml_dim_five
#include "list_handles.h"

STATUS(bml_list_matmul(&list_two_x_five, &list_two_x_three, &list_three_x_five),
       bml_list_matmul(&list_two_x_three, &list_two_x_three, &list_five_x_three))
