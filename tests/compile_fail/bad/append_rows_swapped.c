/* n + m rows are those of n, then those of m. */
// expect: bml_dim_n bml_dim_m
#include "handles.h"

OPERATION(bml_append_rows(&n_then_m_x_three, &n_x_three, &m_x_three),
          bml_append_rows(&n_then_m_x_three, &m_x_three, &n_x_three))
