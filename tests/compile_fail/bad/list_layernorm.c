/* A gain that is not as long as a row. */
// expect: bml_dim_five bml_dim_three
#include "list_handles.h"

STATUS(bml_list_layernorm(&list_batch_x_five, &list_batch_x_five, &list_vec_five, &list_vec_five,
                          0),
       bml_list_layernorm(&list_batch_x_five, &list_batch_x_five, &list_vec_three, &list_vec_five,
                          0))
