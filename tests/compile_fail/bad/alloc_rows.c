/* The witness of another dimension. */
// expect: bml_dim_batch bml_dim_seq
#include "handles.h"

STATUS(bml_alloc(&batch_x_five, size_batch, bml_dim(five)),
       bml_alloc(&batch_x_five, size_seq, bml_dim(five)))
