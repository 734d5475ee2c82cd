/* n + m made of m + n: the rows of n come first. */
// expect: bml_dim_n bml_dim_m
#include "handles.h"

STATUS(bml_dim_sum(&size_n_then_m, size_n, size_m), bml_dim_sum(&size_n_then_m, size_m, size_n))
