/* seq * seq to batch * seq: equal only where seq = batch. */
// expect: bml_mat_batch_x_seq bml_mat_seq_x_seq
#include "handles.h"

OPERATION(bml_reshape(&batch_x_seq, &batch_x_seq), bml_reshape(&batch_x_seq, &seq_x_seq))
