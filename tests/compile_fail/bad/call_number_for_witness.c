/* A function of one's own. */
// expect: bml_dim_batch int
#include "handles.h"

void train(bml_dim_batch rows);

OPERATION(train(size_batch), train(3))
