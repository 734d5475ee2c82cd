/* 5 of 3 columns. */
// expect: bml_dim_five bml_dim_three
#include "handles.h"

OPERATION(bml_columns(&batch_x_three, &batch_x_five, 0, size_three),
          bml_columns(&batch_x_five, &batch_x_three, 0, size_five))
