/* The output belongs first. */
// expect: bml_dim_five bml_dim_batch
#include "handles.h"

OPERATION(bml_matmul(&batch_x_five, &batch_x_three, &three_x_five),
          bml_matmul(&batch_x_three, &three_x_five, &batch_x_five))
