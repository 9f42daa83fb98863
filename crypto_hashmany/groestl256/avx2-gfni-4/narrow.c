/* SPDX-License-Identifier: MIT */
#define LANES 2
#define TARGET "avx2,gfni"
#define GFNI

#include "text/group.h"
