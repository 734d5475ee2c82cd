/* Grey pictures: PGM, binary (P5) or plain (P2). */
#ifndef MNIST_PGM_H
#define MNIST_PGM_H

#include <stdbool.h>

/* Reads 28 x 28 pixels, each in [0, 1]. False: said on stderr what was found where. */
bool pgm_read(float *pixels, const char *path);

#endif
