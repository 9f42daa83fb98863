/* SPDX-License-Identifier: MIT */
#define LANES 4
#define TARGET "ssse3"

#include "text/group.h"
