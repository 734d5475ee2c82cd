/* batch * seq * n. */
// expect: dimension cube has more than two run-time factors
#include "handles.h"

#ifndef BAD
BML_DIM_PRODUCT(cube, tokens, three);
#else
BML_DIM_PRODUCT(cube, tokens, n);
#endif
