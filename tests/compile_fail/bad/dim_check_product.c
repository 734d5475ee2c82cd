/* batch * seq is made of its factors, not of a number. */
// expect: derived dimension
#include "handles.h"

STATUS(bml_dim_check(&size_batch, count), bml_dim_check(&size_tokens, count))
