/* A band is a view, it has no witness. */
// expect: bml_band_batch bml_dim_batch
#include "handles.h"

STATUS(bml_alloc(&batch_x_five, size_batch, bml_dim(five)),
       bml_alloc(&band_batch_x_five, size_batch, bml_dim(five)))
