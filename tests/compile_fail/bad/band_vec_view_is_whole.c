/* The view of a band is a band. */
// expect: bml_dim_batch whole
#include "handles.h"

OPERATION(bml_band_vec(&band_vec_batch, &vec_batch, 0, 2),
          bml_band_vec(&vec_batch, &vec_batch, 0, 2))
