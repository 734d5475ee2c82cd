/* Lists of the shapes that handles.h speaks of: `list_two_x_three`, `list_vec_three`. */
#ifndef LIST_HANDLES_H
#define LIST_HANDLES_H

#include <bendml/tensor_list.h>

#include "handles.h"

#define LIST(R, C) \
    extern bml_list(R, C) list_##R##_x_##C; \
    extern bml_list_band(R, C) list_band_##R##_x_##C
#define LIST_VECTOR(C) \
    extern bml_list_vec(C) list_vec_##C; \
    extern bml_list_vec_band(C) list_vec_band_##C

BML_DIM_SUM(n_then_one, n, vector_);
BML_SHAPE(n_then_one, three);

LIST(two, three);
LIST(two, four);
LIST(two, five);
LIST(three, two);
LIST(three, five);
LIST(four, three);
LIST(five, three);
LIST(d_in, d_out);
LIST(d_out, d_in);
LIST(batch, d_in);
LIST(batch, d_out);
LIST(batch, three);
LIST(batch, five);
LIST(n, three);
LIST(n, five);
LIST(n, six);
LIST(m, three);
LIST(m, six);
LIST(twice_n, three);
LIST(n_then_m, three);
LIST(n_then_one, three);

LIST_VECTOR(three);
LIST_VECTOR(five);
LIST_VECTOR(d_out);
LIST_VECTOR(batch);

#endif
