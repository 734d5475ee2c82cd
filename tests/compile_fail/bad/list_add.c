/* 2x3 plus 2x5. */
// expect: bml_dim_three bml_dim_five
#include "list_handles.h"

STATUS(bml_list_add(&list_two_x_three, &list_two_x_three, &list_two_x_three),
       bml_list_add(&list_two_x_three, &list_two_x_three, &list_two_x_five))
