/* A gradient of another weight. */
// expect: bml_dim_three bml_dim_four
#include "handles.h"

OPERATION(bml_sgd(&three_x_five, 0.1f, &three_x_five), bml_sgd(&three_x_five, 0.1f, &four_x_five))
