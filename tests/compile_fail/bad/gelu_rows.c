/* y and x differ in rows. */
// expect: bml_dim_batch bml_dim_seq
#include "handles.h"

OPERATION(bml_gelu(&batch_x_five, &batch_x_five), bml_gelu(&batch_x_five, &seq_x_five))
