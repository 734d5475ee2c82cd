/* dY and X of two batches. */
// expect: bml_dim_seq bml_dim_batch
#include "handles.h"

OPERATION(bml_linear_sgd(&three_x_five, &vec_five, 0.1f, &batch_x_five, &batch_x_three),
          bml_linear_sgd(&three_x_five, &vec_five, 0.1f, &seq_x_five, &batch_x_three))
