/* 2 n made of m. */
// expect: bml_dim_twice_n bml_dim_m
#include "handles.h"

STATUS(bml_dim_times(&size_twice_n, size_n), bml_dim_times(&size_twice_n, size_m))
