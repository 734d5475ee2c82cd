/* y has not one number for each row of w. */
// expect: bml_dim_four bml_dim_two
#include "handles.h"

OPERATION(bml_matvec(&vec_two, &two_x_three, &vec_three),
          bml_matvec(&vec_four, &two_x_three, &vec_three))
