/* y and x differ in rows. */
// expect: bml_dim_batch bml_dim_seq
#include "handles.h"

STATUS(bml_clone(&batch_x_five, &batch_x_five), bml_clone(&batch_x_five, &seq_x_five))
