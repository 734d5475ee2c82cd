/* A vector of numbers where indices are wanted. */
// expect: bml_array bml_index_array
#include "handles.h"

STATUS(bml_alloc_ids(&ids_batch, size_batch), bml_alloc_ids(&vec_batch, size_batch))
