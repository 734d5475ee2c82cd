/* A number is no witness. */
// expect: bml_dim_batch int
#include "handles.h"

STATUS(bml_alloc(&batch_x_five, size_batch, bml_dim(five)),
       bml_alloc(&batch_x_five, 3, bml_dim(five)))
