/* n + m rows to n rows. */
// expect: bml_mat_n_then_m_x_three bml_mat_n_x_three
#include "handles.h"

OPERATION(bml_reshape(&n_then_m_x_three, &n_then_m_x_three),
          bml_reshape(&n_then_m_x_three, &n_x_three))
