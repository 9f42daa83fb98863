/* SPDX-License-Identifier: MIT */
#define LANES 8
#define TARGET "avx2"

#include "text/group.h"
