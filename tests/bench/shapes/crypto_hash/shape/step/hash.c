/* SPDX-License-Identifier: MIT */
/* A step inside each block: the second half costs 6 % more. */
#define COST(n) ((200 + 400 * BLOCKS(n)) * (100 + 6 * ((n) % 64 >= 32)) / 100)
#include "shape.h"
