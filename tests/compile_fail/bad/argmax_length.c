/* One index for each column, not for each row. */
// expect: bml_dim_five bml_dim_batch
#include "handles.h"

OPERATION(bml_argmax(&ids_batch, &batch_x_five), bml_argmax(&ids_five, &batch_x_five))
