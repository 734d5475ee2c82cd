/* A band of seq indices, and the whole has batch. */
// expect: bml_dim_seq bml_dim_batch
#include "handles.h"

OPERATION(bml_band_ids(&band_ids_batch, &ids_batch, 0, 2),
          bml_band_ids(&band_ids_seq, &ids_batch, 0, 2))
