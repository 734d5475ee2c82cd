/* A vector where a matrix is wanted. */
// expect: bml_dim_two bml_dim_vector_
#include "handles.h"

OPERATION(bml_matvec(&vec_two, &two_x_three, &vec_three),
          bml_matvec(&vec_two, &vec_three, &vec_three))
