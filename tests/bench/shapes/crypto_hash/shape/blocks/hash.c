/* SPDX-License-Identifier: MIT */
/* Blocks of 64 bytes, without any other feature. */
#define COST(n) (200 + 400 * BLOCKS(n))
#include "shape.h"
