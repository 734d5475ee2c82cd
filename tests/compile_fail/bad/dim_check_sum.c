/* n + m is made of its summands, not of a number. */
// expect: derived dimension
#include "handles.h"

STATUS(bml_dim_check(&size_m, count), bml_dim_check(&size_n_then_m, count))
