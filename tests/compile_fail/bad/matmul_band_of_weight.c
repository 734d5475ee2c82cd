/* A band of w has not all the rows that x has columns. */
// expect: bml_dim_three bml_band_three
#include "handles.h"

OPERATION(bml_matmul(&batch_x_five, &batch_x_three, &three_x_five),
          bml_matmul(&batch_x_five, &batch_x_three, &band_three_x_five))
