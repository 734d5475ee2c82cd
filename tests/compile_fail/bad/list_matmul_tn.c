/* x' dy is 3x5, not 5x3. */
// expect: bml_dim_three bml_dim_five
#include "list_handles.h"

STATUS(bml_list_matmul_tn(&list_three_x_five, &list_batch_x_three, &list_batch_x_five),
       bml_list_matmul_tn(&list_five_x_three, &list_batch_x_three, &list_batch_x_five))
