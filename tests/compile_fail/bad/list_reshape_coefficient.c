/* n * 5 to (2 n) * 3: not equal for any n but 0. */
// expect: bml_list_twice_n_x_three bml_list_n_x_five
#include "list_handles.h"

STATUS(bml_list_reshape(&list_twice_n_x_three, size_twice_n, size_three, &list_n_x_six),
       bml_list_reshape(&list_twice_n_x_three, size_twice_n, size_three, &list_n_x_five))
