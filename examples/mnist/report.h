/* The page that --report writes. */
#ifndef MNIST_REPORT_H
#define MNIST_REPORT_H

#include "train.h"

/* One self-contained HTML page; it takes its name when it is complete. False: said on stderr. */
bool report_write(const mnist_options *options, const training_history *history, const network *net,
                  const data_set *test, batches *test_batches);

#endif
