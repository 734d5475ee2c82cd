/* dx and the logits differ in rows. */
// expect: bml_dim_seq bml_dim_batch
#include "handles.h"

STATUS(bml_softmax_ce(&batch_x_five, &loss, &batch_x_five, &ids_batch),
       bml_softmax_ce(&seq_x_five, &loss, &batch_x_five, &ids_batch))
