/* It does not say what is expected. */
// report: it has no line '// expect: words'
#include "handles.h"

OPERATION(bml_matmul(&two_x_five, &two_x_three, &three_x_five),
          bml_matmul(&two_x_five, &two_x_three, &four_x_five))
