/* y has not one number for each column. */
// expect: bml_dim_five bml_dim_batch
#include "handles.h"

OPERATION(bml_col_sums(&vec_five, &batch_x_five), bml_col_sums(&vec_batch, &batch_x_five))
