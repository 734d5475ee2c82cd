/* The witness of another dimension. */
// expect: bml_dim_five bml_dim_three
#include "handles.h"

STATUS(bml_alloc_vec(&vec_five, bml_dim(five)), bml_alloc_vec(&vec_five, bml_dim(three)))
