/* SPDX-License-Identifier: MIT */
#define LANES 2
#define PARTS 1

#include "text/group.h"
