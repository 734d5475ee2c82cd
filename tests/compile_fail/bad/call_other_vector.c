/* A function of one's own. */
// expect: bml_vec_three bml_vec_five
#include "handles.h"

void train(const bml_vec(three) * b);

OPERATION(train(&vec_three), train(&vec_five))
