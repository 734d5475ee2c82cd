/* The witness of another dimension. */
// expect: bml_dim_five bml_dim_three
#include "handles.h"

STATUS(bml_alloc(&batch_x_five, size_batch, bml_dim(five)),
       bml_alloc(&batch_x_five, size_batch, bml_dim(three)))
