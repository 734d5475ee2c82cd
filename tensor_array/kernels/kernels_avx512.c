/* AVX-512: thirty-two registers of sixteen, twenty-four of them sums. */
#include "lanes_avx512.h"

#define TILE_ROWS 12
#define TILE_REGS 2

#include "product_template.h"

#include "elements_template.h"

KERNEL_TABLE(bml_kernels_avx512_, "avx512");
