/* A sum over the limit. */
// expect: dimension larger is too large
#include "handles.h"

#ifndef BAD
BML_DIM(large, PTRDIFF_MAX / 4 - 2);
BML_DIM_SUM(larger, two, large);
#else
BML_DIM(large, PTRDIFF_MAX / 4 - 2);
BML_DIM_SUM(larger, three, large);
#endif
