/* dx and the logits differ in rows. */
// expect: bml_dim_seq bml_dim_batch
#include "handles.h"

STATUS(bml_cross_entropy(&batch_x_five, &loss, &batch_x_five, &ids_batch),
       bml_cross_entropy(&seq_x_five, &loss, &batch_x_five, &ids_batch))
