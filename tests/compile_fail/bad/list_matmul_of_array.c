/* A list times an array. */
// expect: bml_rows bml_array
#include "list_handles.h"

STATUS(bml_list_matmul(&list_two_x_five, &list_two_x_three, &list_three_x_five),
       bml_list_matmul(&list_two_x_five, &list_two_x_three, &three_x_five))
