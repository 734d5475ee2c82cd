/* y and a differ in rows. */
// expect: bml_dim_batch bml_dim_seq
#include "handles.h"

OPERATION(bml_sub(&batch_x_five, &batch_x_five, &batch_x_five),
          bml_sub(&batch_x_five, &seq_x_five, &batch_x_five))
