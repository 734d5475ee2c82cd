/* A witness is no witness of another dimension. */
// expect: bml_dim_batch bml_dim_seq
#include "handles.h"

OPERATION(size_batch = size_batch, size_batch = size_seq)
