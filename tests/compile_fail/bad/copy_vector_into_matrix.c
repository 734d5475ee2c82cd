/* A vector where a matrix is wanted. */
// expect: bml_dim_two bml_dim_vector_
#include "handles.h"

OPERATION(bml_copy(&two_x_five, &two_x_five), bml_copy(&two_x_five, &vec_five))
