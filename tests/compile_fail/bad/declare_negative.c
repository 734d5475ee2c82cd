/* A constant dimension is at least 1. */
// expect: dimension less is at least 1
#include "handles.h"

#ifndef BAD
BML_DIM(less, 1);
#else
BML_DIM(less, -1);
#endif
