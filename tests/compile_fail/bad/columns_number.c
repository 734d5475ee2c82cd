/* A number is no witness. */
// expect: bml_dim_three int
#include "handles.h"

OPERATION(bml_columns(&batch_x_three, &batch_x_five, 1, size_three),
          bml_columns(&batch_x_three, &batch_x_five, 1, 3))
