/* y has not as many rows as x has columns. */
// expect: bml_dim_five bml_dim_three
#include "handles.h"

OPERATION(bml_transpose(&three_x_two, &two_x_three), bml_transpose(&five_x_two, &two_x_three))
