/* bendml-tokenizer train. */
#ifndef TOKENIZER_TRAIN_H
#define TOKENIZER_TRAIN_H

#include "options.h"

/* Returns the program's exit code. */
int train(const tokenizer_options *options);

#endif
