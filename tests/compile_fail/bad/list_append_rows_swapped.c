/* n + m rows are those of n, then those of m. */
// expect: bml_dim_n bml_dim_m
#include "list_handles.h"

STATUS(bml_list_append_rows(&list_n_then_m_x_three, &list_n_x_three, &list_m_x_three),
       bml_list_append_rows(&list_n_then_m_x_three, &list_m_x_three, &list_n_x_three))
