/* SPDX-License-Identifier: MIT */
#define LANES 2
#define TARGET "ssse3"

#include "text/group.h"
