/* SPDX-License-Identifier: MIT */
#define LANES 4
#define TARGET "avx2,gfni"
#define GFNI

#include "text/group.h"
