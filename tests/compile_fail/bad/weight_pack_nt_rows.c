/* A transpose of other rows. */
// expect: bml_dim_five bml_dim_three
#include "handles.h"

STATUS(bml_weight_pack_nt(&weight_two_x_five, BML_FORMAT_Q8, &five_x_two),
       bml_weight_pack_nt(&weight_two_x_five, BML_FORMAT_Q8, &three_x_two))
