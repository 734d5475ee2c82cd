/* A vector of numbers where indices are wanted. */
// expect: bml_array bml_index_array
#include "handles.h"

STATUS(bml_softmax_ce(&batch_x_five, &loss, &batch_x_five, &ids_batch),
       bml_softmax_ce(&batch_x_five, &loss, &batch_x_five, &vec_batch))
