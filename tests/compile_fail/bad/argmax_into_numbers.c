/* A vector of numbers where indices are wanted. */
// expect: bml_array bml_index_array
#include "handles.h"

OPERATION(bml_argmax(&ids_batch, &batch_x_five), bml_argmax(&vec_batch, &batch_x_five))
