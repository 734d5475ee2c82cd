/* A band of n rows is none of m rows. */
// expect: bml_dim_n bml_dim_m
#include "list_handles.h"

STATUS(bml_list_band_of(&list_band_n_x_three, &list_n_x_three, 0, 2),
       bml_list_band_of(&list_band_n_x_three, &list_m_x_three, 0, 2))
