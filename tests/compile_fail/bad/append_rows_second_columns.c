/* The second has other columns. */
// expect: bml_dim_three bml_dim_five
#include "handles.h"

OPERATION(bml_append_rows(&n_then_m_x_three, &n_x_three, &m_x_three),
          bml_append_rows(&n_then_m_x_three, &n_x_three, &m_x_five))
