/* SPDX-License-Identifier: MIT */
/* A jump at 1025 bytes, and a single length, 2048, that costs half as much again. */
#define COST(n) ((200 + 400 * BLOCKS(n) + 2048 * ((n) > 1024)) * (2 + ((n) == 2048)) / 2)
#include "shape.h"
