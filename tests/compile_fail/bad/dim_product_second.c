/* batch * seq made of batch * batch. */
// expect: bml_dim_tokens bml_dim_batch
#include "handles.h"

STATUS(bml_dim_product(&size_tokens, size_batch, size_seq),
       bml_dim_product(&size_tokens, size_batch, size_batch))
