/* 5 numbers for rows of 3. */
// expect: bml_dim_three bml_dim_five
#include "list_handles.h"

STATUS(bml_list_matvec(&list_vec_batch, &list_batch_x_three, &list_vec_three),
       bml_list_matvec(&list_vec_batch, &list_batch_x_three, &list_vec_five))
