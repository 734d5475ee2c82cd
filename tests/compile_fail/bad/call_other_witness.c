/* A function of one's own. */
// expect: bml_dim_batch bml_dim_seq
#include "handles.h"

void train(bml_dim_batch rows);

OPERATION(train(size_batch), train(size_seq))
