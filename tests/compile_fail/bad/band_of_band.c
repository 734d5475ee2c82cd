/* A band is not the whole. */
// expect: bml_dim_batch bml_band_batch
#include "handles.h"

OPERATION(bml_band(&band_batch_x_three, &batch_x_three, 0, 2),
          bml_band(&band_batch_x_three, &band_batch_x_three, 0, 2))
