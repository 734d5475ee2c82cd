/* What is done with a trained network. */
#ifndef MNIST_PREDICT_H
#define MNIST_PREDICT_H

#include "options.h"

/* The exit codes of "bendml-mnist eval" and "bendml-mnist predict". */
int eval(const mnist_options *options);
int predict(const mnist_options *options);

#endif
