/* SPDX-License-Identifier: MIT */
#define LANES 8
#define TARGET "avx512f,avx512bw,avx512vl,gfni"
#define GFNI
#define TERNARY

#include "text/group.h"
