/* A band of x has not all the numbers that w has columns. */
// expect: bml_dim_three bml_band_three
#include "handles.h"

OPERATION(bml_matvec(&vec_two, &two_x_three, &vec_three),
          bml_matvec(&vec_two, &two_x_three, &band_vec_three))
