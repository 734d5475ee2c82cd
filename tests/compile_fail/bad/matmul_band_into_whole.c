/* A band of x gives a band of y. */
// expect: bml_dim_batch bml_band_batch
#include "handles.h"

OPERATION(bml_matmul(&band_batch_x_five, &band_batch_x_three, &three_x_five),
          bml_matmul(&batch_x_five, &band_batch_x_three, &three_x_five))
