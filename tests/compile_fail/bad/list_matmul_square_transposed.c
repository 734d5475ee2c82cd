/* A square weight the other way round. */
// expect: bml_dim_d_in bml_dim_d_out
#include "list_handles.h"

STATUS(bml_list_matmul(&list_batch_x_d_out, &list_batch_x_d_in, &list_d_in_x_d_out),
       bml_list_matmul(&list_batch_x_d_out, &list_batch_x_d_in, &list_d_out_x_d_in))
