/* An output is not const, though this one may be NULL. */
// expect: read-only
#include "handles.h"

STATUS(bml_softmax_ce(&batch_x_five, &loss, &batch_x_five, &ids_batch),
       bml_softmax_ce((const bml_mat(batch, five) *)&batch_x_five, &loss, &batch_x_five,
                      &ids_batch))
