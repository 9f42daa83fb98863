/* SPDX-License-Identifier: MIT */
#define LANES 16
#define MESSAGES 32
#define TARGET "avx512f,avx512bw,avx512vl"
#define TERNARY

#include "text/group.h"
