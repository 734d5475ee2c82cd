/* The witness of another dimension. */
// expect: bml_dim_three bml_dim_two
#include "handles.h"

OPERATION(bml_columns(&batch_x_three, &batch_x_five, 1, size_three),
          bml_columns(&batch_x_three, &batch_x_five, 1, size_two))
