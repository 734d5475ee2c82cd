/* A handle of another shape. */
// expect: bml_dim_three bml_dim_five
#include "list_handles.h"

OPERATION(bml_list_share(&list_two_x_three, &list_two_x_three),
          bml_list_share(&list_two_x_three, &list_two_x_five))
