/* 2 n is made of n, not of a number. */
// expect: derived dimension
#include "handles.h"

STATUS(bml_dim_check(&size_n, count), bml_dim_check(&size_twice_n, count))
