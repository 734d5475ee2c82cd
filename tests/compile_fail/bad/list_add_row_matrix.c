/* b is a matrix. */
// expect: bml_dim_vector_ bml_dim_three
#include "list_handles.h"

STATUS(bml_list_add_row(&list_batch_x_five, &list_batch_x_five, &list_vec_five),
       bml_list_add_row(&list_batch_x_five, &list_batch_x_five, &list_three_x_five))
