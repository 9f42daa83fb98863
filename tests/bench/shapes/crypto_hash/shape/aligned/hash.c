/* SPDX-License-Identifier: MIT */
/* Lengths that are multiples of 16 cost 5 % less. */
#define COST(n) ((200 + 400 * BLOCKS(n)) * (100 - 5 * ((n) % 16 == 0)) / 100)
#include "shape.h"
