/* A pointer to a handle of another shape. */
// expect: bml_mat_two_x_three bml_mat_two_x_four
#include "handles.h"

OPERATION((void)(bml_mat(two, three) *){&two_x_three}, (void)(bml_mat(two, three) *){&two_x_four})
