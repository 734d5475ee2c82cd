/* A function of one's own. */
// expect: bml_weight_two_x_three bml_weight_two_x_four
#include "handles.h"

void serve(const bml_weight(two, three) * w);

OPERATION(serve(&weight_two_x_three), serve(&weight_two_x_four))
