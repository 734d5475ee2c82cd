/* A matrix where a vector is wanted. */
// expect: bml_dim_vector_ bml_dim_two
#include "handles.h"

STATUS(bml_alloc_vec(&vec_five, bml_dim(five)), bml_alloc_vec(&two_x_five, bml_dim(five)))
