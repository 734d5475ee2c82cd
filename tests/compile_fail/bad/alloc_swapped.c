/* Columns first. */
// expect: bml_dim_batch bml_dim_five
#include "handles.h"

STATUS(bml_alloc(&batch_x_five, size_batch, bml_dim(five)),
       bml_alloc(&batch_x_five, bml_dim(five), size_batch))
