/* A vector where a matrix is wanted: that is bml_add_row. */
// expect: bml_dim_batch bml_dim_vector_
#include "handles.h"

OPERATION(bml_add_row(&batch_x_five, &batch_x_five, &vec_five),
          bml_add(&batch_x_five, &batch_x_five, &vec_five))
