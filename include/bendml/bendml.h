/* All of libbendml. */
#ifndef BENDML_BENDML_H
#define BENDML_BENDML_H

#include <bendml/autodiff.h>
#include <bendml/lemmas.h>
#include <bendml/shape.h>
#include <bendml/status.h>
#include <bendml/tensor_array.h>
#include <bendml/tensor_list.h>
#include <bendml/tokenizer.h>

#endif
