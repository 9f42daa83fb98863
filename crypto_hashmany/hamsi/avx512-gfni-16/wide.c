/* SPDX-License-Identifier: MIT */
#define LANES 16
#define TARGET "avx512f,avx512bw,avx512vl,avx512vbmi,gfni"
#define TERNARY
#define GFNI

#include "text/group.h"
