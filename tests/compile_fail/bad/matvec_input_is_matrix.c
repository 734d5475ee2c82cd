/* A matrix where a vector is wanted. */
// expect: bml_dim_vector_ bml_dim_four
#include "handles.h"

OPERATION(bml_matvec(&vec_two, &two_x_three, &vec_three),
          bml_matvec(&vec_two, &two_x_three, &four_x_three))
