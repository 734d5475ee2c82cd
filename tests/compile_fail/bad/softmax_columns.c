/* y and x differ in columns. */
// expect: bml_dim_five bml_dim_three
#include "handles.h"

OPERATION(bml_softmax(&batch_x_five, &batch_x_five), bml_softmax(&batch_x_five, &batch_x_three))
