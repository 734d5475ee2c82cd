/* A matrix where a vector is wanted: that is bml_reshape. */
// expect: bml_dim_vector_ bml_dim_batch
#include "handles.h"

OPERATION(bml_flatten(&vec_tokens, &batch_x_seq), bml_flatten(&batch_x_seq, &batch_x_seq))
