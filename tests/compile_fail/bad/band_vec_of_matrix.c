/* A matrix where a vector is wanted. */
// expect: bml_dim_vector_ bml_dim_two
#include "handles.h"

OPERATION(bml_band_vec(&band_vec_three, &vec_three, 0, 2),
          bml_band_vec(&band_vec_three, &two_x_three, 0, 2))
