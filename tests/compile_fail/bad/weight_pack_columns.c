/* A matrix of other columns. */
// expect: bml_dim_five bml_dim_three
#include "handles.h"

STATUS(bml_weight_pack(&weight_two_x_five, BML_FORMAT_Q8, &two_x_five),
       bml_weight_pack(&weight_two_x_five, BML_FORMAT_Q8, &two_x_three))
