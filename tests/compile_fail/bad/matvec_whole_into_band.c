/* The whole of w does not fit a band of y. */
// expect: bml_band_two bml_dim_two
#include "handles.h"

OPERATION(bml_matvec(&vec_two, &two_x_three, &vec_three),
          bml_matvec(&band_vec_two, &two_x_three, &vec_three))
