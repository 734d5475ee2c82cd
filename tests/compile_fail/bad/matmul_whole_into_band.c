/* The whole of x does not fit a band of y. */
// expect: bml_band_batch bml_dim_batch
#include "handles.h"

OPERATION(bml_matmul(&batch_x_five, &batch_x_three, &three_x_five),
          bml_matmul(&band_batch_x_five, &batch_x_three, &three_x_five))
