/* The witness of another dimension. */
// expect: bml_dim_batch bml_dim_seq
#include "handles.h"

STATUS(bml_alloc_ids(&ids_batch, size_batch), bml_alloc_ids(&ids_batch, size_seq))
