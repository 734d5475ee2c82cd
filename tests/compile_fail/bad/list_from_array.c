/* An array of another shape. */
// expect: bml_dim_three bml_dim_five
#include "list_handles.h"

STATUS(bml_list_from_array(&list_two_x_three, &two_x_three),
       bml_list_from_array(&list_two_x_three, &two_x_five))
