/* n * batch * seq. */
// expect: dimension cube has more than two run-time factors
#include "handles.h"

#ifndef BAD
BML_DIM_PRODUCT(cube, three, tokens);
#else
BML_DIM_PRODUCT(cube, n, tokens);
#endif
