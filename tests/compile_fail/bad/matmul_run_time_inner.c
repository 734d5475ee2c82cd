/* Two run-time sizes are two dimensions, equal or not. */
// expect: bml_dim_seq bml_dim_batch
#include "handles.h"

OPERATION(bml_matmul(&batch_x_three, &batch_x_seq, &seq_x_three),
          bml_matmul(&batch_x_three, &batch_x_seq, &batch_x_three))
