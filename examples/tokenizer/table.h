/* Which tokenizer the command line names. */
#ifndef TOKENIZER_TABLE_H
#define TOKENIZER_TABLE_H

#include <bendml/tokenizer.h>

#include "options.h"

/* False: said on stderr. */
bool table_open(bml_tokenizer **out, const tokenizer_options *options);

#endif
