/* A vector of numbers where indices are wanted. */
// expect: bml_array bml_index_array
#include "handles.h"

OPERATION(bml_free_ids(&ids_batch), bml_free_ids(&vec_batch))
