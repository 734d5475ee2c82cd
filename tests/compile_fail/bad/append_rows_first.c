/* Rows that are no part of the sum. */
// expect: bml_dim_n bml_dim_batch
#include "handles.h"

OPERATION(bml_append_rows(&n_then_m_x_three, &n_x_three, &m_x_three),
          bml_append_rows(&n_then_m_x_three, &batch_x_three, &m_x_three))
