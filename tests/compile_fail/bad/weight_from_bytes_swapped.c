/* The witnesses of rows and columns the other way round. */
// expect: bml_dim_two bml_dim_five
#include "handles.h"

STATUS(bml_weight_from_bytes(&weight_two_x_five, BML_FORMAT_Q8, bml_dim(two), bml_dim(five),
                             &count, count),
       bml_weight_from_bytes(&weight_two_x_five, BML_FORMAT_Q8, bml_dim(five), bml_dim(two),
                             &count, count))
