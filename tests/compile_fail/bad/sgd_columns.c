/* A gradient of another weight. */
// expect: bml_dim_five bml_dim_two
#include "handles.h"

OPERATION(bml_sgd(&three_x_five, 0.1f, &three_x_five), bml_sgd(&three_x_five, 0.1f, &three_x_two))
