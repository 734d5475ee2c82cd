/* A band has fewer numbers than the whole. */
// expect: bml_mat_batch_x_three bml_mat_band_batch_x_three
#include "handles.h"

OPERATION(bml_reshape(&band_batch_x_three, &band_batch_x_three),
          bml_reshape(&batch_x_three, &band_batch_x_three))
