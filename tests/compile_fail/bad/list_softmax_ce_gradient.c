/* A gradient of another shape. */
// expect: bml_dim_three bml_dim_five
#include "list_handles.h"

STATUS(bml_list_softmax_ce(&list_batch_x_five, &loss, &list_batch_x_five, &ids_batch),
       bml_list_softmax_ce(&list_batch_x_three, &loss, &list_batch_x_five, &ids_batch))
