/* x' w needs as many rows in w as in x. */
// expect: bml_dim_batch bml_dim_seq
#include "handles.h"

OPERATION(bml_matmul_tn(&three_x_five, &batch_x_three, &batch_x_five),
          bml_matmul_tn(&three_x_five, &batch_x_three, &seq_x_five))
