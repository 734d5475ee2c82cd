/* Rows that are not declared as a sum. */
// expect: bml_atom_one
#include "handles.h"

OPERATION(bml_append_rows(&n_then_m_x_three, &n_x_three, &m_x_three),
          bml_append_rows(&batch_x_three, &n_x_three, &m_x_three))
