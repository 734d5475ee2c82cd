/* More f32 than the address space holds. */
// expect: dimension huge is too large
#include "handles.h"

#ifndef BAD
BML_DIM(huge, PTRDIFF_MAX / 4);
#else
BML_DIM(huge, PTRDIFF_MAX / 4 + 1);
#endif
