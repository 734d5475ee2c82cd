/* Five rows of two. */
// expect: bml_dim_five bml_dim_two
#include "list_handles.h"

STATUS(bml_list_slice(&list_two_x_five, &list_three_x_five, 0, size_two),
       bml_list_slice(&list_five_x_three, &list_two_x_three, 0, size_five))
