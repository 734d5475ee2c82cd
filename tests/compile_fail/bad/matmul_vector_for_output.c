/* A vector where a matrix is wanted. */
// expect: bml_dim_vector_ bml_dim_batch
#include "handles.h"

OPERATION(bml_matmul(&batch_x_five, &batch_x_three, &three_x_five),
          bml_matmul(&vec_five, &batch_x_three, &three_x_five))
