/* batch * seq numbers to seq * seq. */
// expect: bml_vec_pairs bml_mat_batch_x_seq
#include "handles.h"

OPERATION(bml_flatten(&vec_tokens, &batch_x_seq), bml_flatten(&vec_pairs, &batch_x_seq))
