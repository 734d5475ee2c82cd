/* A band of w gives a band of y. */
// expect: bml_dim_two bml_band_two
#include "handles.h"

OPERATION(bml_matvec(&band_vec_two, &band_two_x_three, &vec_three),
          bml_matvec(&vec_two, &band_two_x_three, &vec_three))
