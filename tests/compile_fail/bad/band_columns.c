/* A band has all the columns. */
// expect: bml_dim_five bml_dim_three
#include "handles.h"

OPERATION(bml_band(&band_batch_x_three, &batch_x_three, 0, 2),
          bml_band(&band_batch_x_five, &batch_x_three, 0, 2))
