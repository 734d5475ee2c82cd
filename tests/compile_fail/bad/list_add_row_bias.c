/* b is not as long as a row. */
// expect: bml_dim_five bml_dim_three
#include "list_handles.h"

STATUS(bml_list_add_row(&list_batch_x_five, &list_batch_x_five, &list_vec_five),
       bml_list_add_row(&list_batch_x_five, &list_batch_x_five, &list_vec_three))
