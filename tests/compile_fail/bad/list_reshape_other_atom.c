/* m * 6 to (2 n) * 3: equal only where n = m. */
// expect: bml_list_twice_n_x_three bml_list_m_x_six
#include "list_handles.h"

STATUS(bml_list_reshape(&list_twice_n_x_three, size_twice_n, size_three, &list_n_x_six),
       bml_list_reshape(&list_twice_n_x_three, size_twice_n, size_three, &list_m_x_six))
