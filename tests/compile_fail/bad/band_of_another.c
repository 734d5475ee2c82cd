/* A band of seq rows, and the whole has batch. */
// expect: bml_dim_seq bml_dim_batch
#include "handles.h"

OPERATION(bml_band(&band_batch_x_three, &batch_x_three, 0, 2),
          bml_band(&band_seq_x_three, &batch_x_three, 0, 2))
