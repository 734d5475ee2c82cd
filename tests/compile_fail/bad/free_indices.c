/* Indices where numbers are wanted. */
// expect: bml_array bml_index_array
#include "handles.h"

OPERATION(bml_free(&vec_batch), bml_free(&ids_batch))
