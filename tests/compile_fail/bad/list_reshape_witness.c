/* The size of another dimension. */
// expect: bml_dim_twice_n bml_dim_n
#include "list_handles.h"

STATUS(bml_list_reshape(&list_twice_n_x_three, size_twice_n, size_three, &list_n_x_six),
       bml_list_reshape(&list_twice_n_x_three, size_n, size_three, &list_n_x_six))
