/* The built-in rules of GPT-2's encoding: see scripts/gpt2-table. */
#ifndef BML_GPT2_INTERNAL_H
#define BML_GPT2_INTERNAL_H

#include <stddef.h>

extern const size_t bml_gpt2_rules_, bml_gpt2_text_size_;
extern const char *const bml_gpt2_text_[]; /* base64 in parts, ended by NULL */

#endif
