/* A matrix where a vector is wanted. */
// expect: bml_dim_vector_ bml_dim_batch
#include "handles.h"

OPERATION(bml_col_sums(&vec_five, &batch_x_five), bml_col_sums(&batch_x_five, &batch_x_five))
