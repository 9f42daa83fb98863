/* SPDX-License-Identifier: MIT */
#define LANES 16
#define TARGET "avx2,gfni"
#define GFNI

#include "text/group.h"
