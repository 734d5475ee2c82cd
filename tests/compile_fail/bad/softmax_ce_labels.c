/* One label for each class, not for each row. */
// expect: bml_dim_five bml_dim_batch
#include "handles.h"

STATUS(bml_softmax_ce(&batch_x_five, &loss, &batch_x_five, &ids_batch),
       bml_softmax_ce(&batch_x_five, &loss, &batch_x_five, &ids_five))
