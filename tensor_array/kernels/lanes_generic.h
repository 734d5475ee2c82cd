/* Vectors of four in plain C. */
#define LANES 4
#define FMA(a, b, c) ((a) * (b) + (c))
#define LOAD_BYTES(p) ((lanes){(p)[0], (p)[1], (p)[2], (p)[3]})

#include "lanes_template.h"
