/* Labels of another batch. */
// expect: bml_dim_seq bml_dim_batch
#include "handles.h"

OPERATION((void)bml_count_correct(&batch_x_five, &ids_batch),
          (void)bml_count_correct(&batch_x_five, &ids_seq))
