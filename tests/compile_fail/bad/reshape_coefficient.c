/* n * 5 to (2 n) * 3: not equal for any n but 0. */
// expect: bml_mat_twice_n_x_three bml_mat_n_x_five
#include "handles.h"

OPERATION(bml_reshape(&twice_n_x_three, &n_x_six), bml_reshape(&twice_n_x_three, &n_x_five))
