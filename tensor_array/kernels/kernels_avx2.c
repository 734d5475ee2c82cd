/* AVX2 and FMA: sixteen registers of eight, twelve of them sums. */
#include "lanes_avx2.h"

#define TILE_ROWS 6
#define TILE_REGS 2

#include "product_template.h"

#include "elements_template.h"

KERNEL_TABLE(bml_kernels_avx2_, "avx2");
