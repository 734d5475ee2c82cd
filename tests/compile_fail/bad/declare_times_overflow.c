/* A multiple that wraps around in size_t. */
// expect: dimension larger is too large
#include "handles.h"

#ifndef BAD
BML_DIM(large, PTRDIFF_MAX / 8);
BML_DIM_TIMES(larger, large, 2);
#else
BML_DIM(large, PTRDIFF_MAX / 8);
BML_DIM_TIMES(larger, large, 17);
#endif
