/* x has not as many columns as w has rows. */
// expect: bml_dim_three bml_dim_four
#include "handles.h"

OPERATION(bml_linear(&batch_x_five, &batch_x_three, &three_x_five, &vec_five),
          bml_linear(&batch_x_five, &batch_x_three, &four_x_five, &vec_five))
