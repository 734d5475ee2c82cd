/* dx and the logits differ in columns. */
// expect: bml_dim_three bml_dim_five
#include "handles.h"

STATUS(bml_softmax_ce(&batch_x_five, &loss, &batch_x_five, &ids_batch),
       bml_softmax_ce(&batch_x_three, &loss, &batch_x_five, &ids_batch))
