/* Plain C in vectors of four, for any machine. */
#define LANES 4
#define TILE_ROWS 4
#define TILE_REGS 2
#define FMA(a, b, c) ((a) * (b) + (c))
#define LOAD_BYTES(p) ((lanes){(p)[0], (p)[1], (p)[2], (p)[3]})

#include "lanes_template.h"

#include "product_template.h"

#include "elements_template.h"

KERNEL_TABLE(bml_kernels_generic_, "generic");
