/* bendml-tokenizer encode and count. */
#ifndef TOKENIZER_ENCODE_H
#define TOKENIZER_ENCODE_H

#include "options.h"

/* Return the program's exit code. */
int encode(const tokenizer_options *options);
int count(const tokenizer_options *options);

#endif
