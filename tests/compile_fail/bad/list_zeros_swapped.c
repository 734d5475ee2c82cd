/* The sizes the other way round. */
// expect: bml_dim_two bml_dim_three
#include "list_handles.h"

STATUS(bml_list_zeros(&list_two_x_three, size_two, size_three),
       bml_list_zeros(&list_two_x_three, size_three, size_two))
