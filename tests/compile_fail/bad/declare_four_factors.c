/* batch * seq * seq * seq. */
// expect: dimension all has more than two run-time factors
#include "handles.h"

#ifndef BAD
BML_DIM_PRODUCT(all, tokens, three);
#else
BML_DIM_PRODUCT(all, tokens, pairs);
#endif
