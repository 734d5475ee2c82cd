/* Logits of a band of rows, labels of all of them. */
// expect: bml_dim_batch bml_band_batch
#include "handles.h"

STATUS(bml_softmax_ce(&band_batch_x_five, &loss, &band_batch_x_five, &band_ids_batch),
       bml_softmax_ce(&band_batch_x_five, &loss, &band_batch_x_five, &ids_batch))
