/* A handle is no handle of another shape. */
// expect: bml_mat_two_x_three bml_mat_two_x_four
#include "handles.h"

OPERATION(two_x_three = two_x_three, two_x_three = two_x_four)
