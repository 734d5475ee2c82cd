/* A function of one's own. */
// expect: bml_vec_three bml_mat_two_x_three
#include "handles.h"

void train(const bml_vec(three) * b);

OPERATION(train(&vec_three), train(&two_x_three))
