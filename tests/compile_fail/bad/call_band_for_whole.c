/* A function of one's own. */
// expect: bml_mat_batch_x_three bml_mat_band_batch_x_three
#include "handles.h"

void train(const bml_mat(batch, three) * x);

OPERATION(train(&batch_x_three), train(&band_batch_x_three))
