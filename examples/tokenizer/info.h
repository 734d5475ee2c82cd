/* bendml-tokenizer info. */
#ifndef TOKENIZER_INFO_H
#define TOKENIZER_INFO_H

#include "options.h"

/* Returns the program's exit code. */
int info(const tokenizer_options *options);

#endif
