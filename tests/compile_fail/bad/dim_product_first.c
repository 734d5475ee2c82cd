/* batch * seq made of n * seq. */
// expect: bml_dim_tokens bml_dim_n
#include "handles.h"

STATUS(bml_dim_product(&size_tokens, size_batch, size_seq),
       bml_dim_product(&size_tokens, size_n, size_seq))
