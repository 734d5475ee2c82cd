/* 2x3 to 2x4. */
// expect: bml_mat_two_x_four bml_mat_two_x_three
#include "handles.h"

OPERATION(bml_reshape(&three_x_two, &two_x_three), bml_reshape(&two_x_four, &two_x_three))
