/* A row of five below rows of three. */
// expect: bml_dim_three bml_dim_five
#include "list_handles.h"

STATUS(bml_list_append_row(&list_n_then_one_x_three, &list_n_x_three, &list_vec_three),
       bml_list_append_row(&list_n_then_one_x_three, &list_n_x_three, &list_vec_five))
