/* The view of a band is a band. */
// expect: bml_dim_batch whole
#include "handles.h"

OPERATION(bml_band(&band_batch_x_three, &batch_x_three, 0, 2),
          bml_band(&batch_x_three, &batch_x_three, 0, 2))
