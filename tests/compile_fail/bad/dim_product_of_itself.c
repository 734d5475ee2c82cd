/* n made of n * m. */
// expect: bml_dim_n bml_not_their_product_
#include "handles.h"

STATUS(bml_dim_product(&size_tokens, size_batch, size_seq),
       bml_dim_product(&size_n, size_n, size_m))
