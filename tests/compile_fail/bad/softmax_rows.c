/* y and x differ in rows. */
// expect: bml_dim_batch bml_dim_seq
#include "handles.h"

OPERATION(bml_softmax(&batch_x_five, &batch_x_five), bml_softmax(&batch_x_five, &seq_x_five))
