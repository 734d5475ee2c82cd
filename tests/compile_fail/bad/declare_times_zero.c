/* A multiple is at least of 1. */
// expect: dimension none is at least 1
#include "handles.h"

#ifndef BAD
BML_DIM_TIMES(none, n, 1);
#else
BML_DIM_TIMES(none, n, 0);
#endif
