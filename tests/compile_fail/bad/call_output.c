/* A function of one's own. */
// expect: bml_mat_two_x_three bml_mat_two_x_four
#include "handles.h"

void train(bml_mat(two, three) * y);

OPERATION(train(&two_x_three), train(&two_x_four))
