/* SPDX-License-Identifier: MIT */
#define LANES 8
#define TARGET "avx2,avx512bw,avx512vl"
#define TERNARY

#include "text/group.h"
