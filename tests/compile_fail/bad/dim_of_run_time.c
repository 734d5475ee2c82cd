/* Only a constant is its own witness. */
// expect: batch known only while running
#include "handles.h"

STATUS(bml_alloc_vec(&vec_five, bml_dim(five)), bml_alloc_vec(&vec_batch, bml_dim(batch)))
