/* y has other rows than x. */
// expect: bml_dim_seq bml_dim_batch
#include "handles.h"

OPERATION(bml_linear(&batch_x_five, &batch_x_three, &three_x_five, &vec_five),
          bml_linear(&seq_x_five, &batch_x_three, &three_x_five, &vec_five))
