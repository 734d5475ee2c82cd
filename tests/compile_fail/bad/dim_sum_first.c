/* n + m made of batch + m. */
// expect: bml_dim_n bml_dim_batch
#include "handles.h"

STATUS(bml_dim_sum(&size_n_then_m, size_n, size_m), bml_dim_sum(&size_n_then_m, size_batch, size_m))
