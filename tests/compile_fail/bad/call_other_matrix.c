/* A function of one's own. */
// expect: bml_mat_two_x_three bml_mat_two_x_four
#include "handles.h"

void train(const bml_mat(two, three) * x);

OPERATION(train(&two_x_three), train(&two_x_four))
