/* Plain C in vectors of four, for any machine. */
#include "lanes_generic.h"

#define TILE_ROWS 4
#define TILE_REGS 2

#include "product_template.h"

#include "elements_template.h"

KERNEL_TABLE(bml_kernels_generic_, "generic");
