/* The witness of the other side, of the same size. */
// expect: bml_dim_d_in bml_dim_d_out
#include "handles.h"

STATUS(bml_alloc(&d_in_x_d_out, bml_dim(d_in), bml_dim(d_out)),
       bml_alloc(&d_in_x_d_out, bml_dim(d_out), bml_dim(d_in)))
