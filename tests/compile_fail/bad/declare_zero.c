/* A constant dimension is at least 1. */
// expect: dimension empty is at least 1
#include "handles.h"

#ifndef BAD
BML_DIM(empty, 1);
#else
BML_DIM(empty, 0);
#endif
