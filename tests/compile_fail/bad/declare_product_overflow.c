/* A product that wraps around in size_t. */
// expect: dimension larger is too large
#include "handles.h"

#ifndef BAD
BML_DIM(large, PTRDIFF_MAX / 8);
BML_DIM_PRODUCT(larger, two, large);
#else
BML_DIM(large, PTRDIFF_MAX / 8);
BML_DIM_PRODUCT(larger, large, large);
#endif
