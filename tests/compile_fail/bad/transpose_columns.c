/* y has not as many columns as x has rows. */
// expect: bml_dim_five bml_dim_two
#include "handles.h"

OPERATION(bml_transpose(&three_x_two, &two_x_three), bml_transpose(&three_x_five, &two_x_three))
