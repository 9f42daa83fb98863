/* SPDX-License-Identifier: MIT */
#define LANES 32
#define TARGET "avx2,gfni"
#define GFNI

#include "text/group.h"
