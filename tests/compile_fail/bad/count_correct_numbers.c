/* A vector of numbers where indices are wanted. */
// expect: bml_array bml_index_array
#include "handles.h"

OPERATION((void)bml_count_correct(&batch_x_five, &ids_batch),
          (void)bml_count_correct(&batch_x_five, &vec_batch))
