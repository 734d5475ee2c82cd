/* A dimension that is not declared as a sum. */
// expect: bml_atom_one
#include "handles.h"

STATUS(bml_dim_sum(&size_n_then_m, size_n, size_m), bml_dim_sum(&size_batch, size_n, size_m))
