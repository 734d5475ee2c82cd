/* Many rows for one. */
// expect: bml_dim_vector_ bml_dim_m
#include "list_handles.h"

STATUS(bml_list_append_row(&list_n_then_one_x_three, &list_n_x_three, &list_vec_three),
       bml_list_append_row(&list_n_then_one_x_three, &list_n_x_three, &list_m_x_three))
