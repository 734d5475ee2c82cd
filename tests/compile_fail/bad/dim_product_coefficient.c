/* 2 n made of 3 n. */
// expect: bml_dim_twice_n bml_dim_n
#include "handles.h"

STATUS(bml_dim_product(&size_twice_n, size_n, size_two),
       bml_dim_product(&size_twice_n, size_n, size_three))
