/* A slice of the whole is not a band. */
// expect: bml_band_batch bml_dim_batch
#include "handles.h"

OPERATION(bml_columns(&band_batch_x_three, &band_batch_x_five, 0, size_three),
          bml_columns(&band_batch_x_three, &batch_x_five, 0, size_three))
