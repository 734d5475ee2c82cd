/* A band of a vector of another dimension. */
// expect: bml_dim_batch bml_dim_seq
#include "handles.h"

OPERATION(bml_band_vec(&band_vec_batch, &vec_batch, 0, 2),
          bml_band_vec(&band_vec_batch, &vec_seq, 0, 2))
