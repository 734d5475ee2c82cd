/* bendml-tokenizer decode. */
#ifndef TOKENIZER_DECODE_H
#define TOKENIZER_DECODE_H

#include "options.h"

/* Returns the program's exit code. */
int decode(const tokenizer_options *options);

#endif
