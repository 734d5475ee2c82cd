/* n + m made of n + batch. */
// expect: bml_dim_m bml_dim_batch
#include "handles.h"

STATUS(bml_dim_sum(&size_n_then_m, size_n, size_m), bml_dim_sum(&size_n_then_m, size_n, size_batch))
