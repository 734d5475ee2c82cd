/* Indices where numbers are wanted. */
// expect: bml_array bml_index_array
#include "handles.h"

OPERATION(bml_fill(&vec_batch, 0), bml_fill(&ids_batch, 0))
