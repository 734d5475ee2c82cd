/* Five columns of three. */
// expect: bml_dim_five bml_dim_three
#include "list_handles.h"

STATUS(bml_list_columns(&list_batch_x_three, &list_batch_x_five, 0, size_three),
       bml_list_columns(&list_batch_x_five, &list_batch_x_three, 0, size_five))
