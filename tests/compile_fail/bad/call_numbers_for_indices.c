/* A function of one's own. */
// expect: bml_ids_batch bml_vec_batch
#include "handles.h"

void train(const bml_ids(batch) * labels);

OPERATION(train(&ids_batch), train(&vec_batch))
