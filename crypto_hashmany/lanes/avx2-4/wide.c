/* SPDX-License-Identifier: MIT */
#define LANES 4
#define TARGET "avx2"

#include "text/group.h"
