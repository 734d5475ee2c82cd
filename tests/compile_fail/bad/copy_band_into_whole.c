/* A band does not fill the whole. */
// expect: bml_dim_batch bml_band_batch
#include "handles.h"

OPERATION(bml_copy(&band_batch_x_five, &band_batch_x_five),
          bml_copy(&batch_x_five, &band_batch_x_five))
