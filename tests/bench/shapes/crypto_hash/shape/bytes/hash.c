/* SPDX-License-Identifier: MIT */
/* No blocks: each byte costs the same. */
#define COST(n) (200 + 8 * (n))
#include "shape.h"
