/* n made of 2 n. */
// expect: bml_dim_n bml_dim_twice_n
#include "handles.h"

STATUS(bml_dim_times(&size_twice_n, size_n), bml_dim_times(&size_n, size_twice_n))
