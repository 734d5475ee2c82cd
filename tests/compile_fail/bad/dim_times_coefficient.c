/* 2 n is no multiple of 3 n. */
// expect: bml_dim_twice_n bml_dim_thrice_n
#include "handles.h"

STATUS(bml_dim_times(&size_twice_n, size_n), bml_dim_times(&size_twice_n, size_thrice_n))
