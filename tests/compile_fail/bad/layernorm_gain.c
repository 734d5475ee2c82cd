/* gain is not as long as a row. */
// expect: bml_dim_five bml_dim_three
#include "handles.h"

OPERATION(bml_layernorm(&batch_x_five, &batch_x_five, &vec_five, &vec_five, 1e-5f),
          bml_layernorm(&batch_x_five, &batch_x_five, &vec_three, &vec_five, 1e-5f))
