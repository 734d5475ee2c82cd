/* The rows of seq * seq tokens to those of batch * seq. */
// expect: bml_mat_tokens_x_three bml_mat_pairs_x_three
#include "handles.h"

OPERATION(bml_reshape(&tokens_x_three, &tokens_x_three),
          bml_reshape(&tokens_x_three, &pairs_x_three))
