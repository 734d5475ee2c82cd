/* m * 6 to (2 n) * 3: equal only where n = m. */
// expect: bml_mat_twice_n_x_three bml_mat_m_x_six
#include "handles.h"

OPERATION(bml_reshape(&twice_n_x_three, &n_x_six), bml_reshape(&twice_n_x_three, &m_x_six))
