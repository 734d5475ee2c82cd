/* A multiple is at least of 1. */
// expect: dimension less is too large
#include "handles.h"

#ifndef BAD
BML_DIM_TIMES(less, n, 1);
#else
BML_DIM_TIMES(less, n, -1);
#endif
