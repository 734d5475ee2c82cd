/* Each word is said, of different faults. */
// expect: bml_dim_two bml_dim_three
// report: no line says all of: bml_dim_two bml_dim_three
#include "handles.h"

OPERATION(bml_relu(&two_x_five, &two_x_five), bml_relu(&two_x_five, &four_x_five);
          bml_relu(&three_x_five, &four_x_five))
