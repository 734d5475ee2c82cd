/* What --json prints. */
#ifndef TOKENIZER_JSON_H
#define TOKENIZER_JSON_H

#include <bendml/tokenizer.h>

#include "output.h"

/* {"ids":[...],"tokens":[...],"offsets":[...]} */
void json_write(output *out, const bml_tokenizer *tokenizer, const bml_tokens *tokens);

#endif
