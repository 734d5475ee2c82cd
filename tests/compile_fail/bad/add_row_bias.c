/* b is not as long as a row. */
// expect: bml_dim_five bml_dim_three
#include "handles.h"

OPERATION(bml_add_row(&batch_x_five, &batch_x_five, &vec_five),
          bml_add_row(&batch_x_five, &batch_x_five, &vec_three))
