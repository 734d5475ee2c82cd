/* A product that wraps around to a small number in 64 bits. */
// expect: dimension larger is too large
#include "handles.h"

#ifndef BAD
BML_DIM(large, 4294967296);
BML_DIM(odd, 4294967297);
BML_DIM_PRODUCT(larger, two, odd);
#else
BML_DIM(large, 4294967296);
BML_DIM(odd, 4294967297);
BML_DIM_PRODUCT(larger, large, odd);
#endif
