/* x w' needs as many columns in w as in x. */
// expect: bml_dim_three bml_dim_four
#include "handles.h"

OPERATION(bml_matmul_nt(&two_x_five, &two_x_three, &five_x_three),
          bml_matmul_nt(&two_x_five, &two_x_three, &five_x_four))
