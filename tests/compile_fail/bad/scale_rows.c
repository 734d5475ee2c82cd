/* y and x differ in rows. */
// expect: bml_dim_batch bml_dim_seq
#include "handles.h"

OPERATION(bml_scale(&batch_x_five, 2, &batch_x_five), bml_scale(&batch_x_five, 2, &seq_x_five))
