/* batch * 3 to seq * batch. */
// expect: bml_mat_batch_x_seq bml_mat_batch_x_three
#include "handles.h"

OPERATION(bml_reshape(&batch_x_seq, &vec_tokens), bml_reshape(&batch_x_seq, &batch_x_three))
