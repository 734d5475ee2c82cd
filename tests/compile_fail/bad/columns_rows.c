/* A slice has all the rows. */
// expect: bml_dim_seq bml_dim_batch
#include "handles.h"

OPERATION(bml_columns(&batch_x_three, &batch_x_five, 1, size_three),
          bml_columns(&seq_x_three, &batch_x_five, 1, size_three))
