/* w has other columns than x has numbers. */
// expect: bml_dim_three bml_dim_four
#include "handles.h"

OPERATION(bml_matvec(&vec_two, &two_x_three, &vec_three),
          bml_matvec(&vec_two, &two_x_three, &vec_four))
