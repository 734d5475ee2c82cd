/* y and x differ in columns. */
// expect: bml_dim_five bml_dim_three
#include "handles.h"

OPERATION(bml_scale(&batch_x_five, 2, &batch_x_five), bml_scale(&batch_x_five, 2, &batch_x_three))
