/* SPDX-License-Identifier: MIT */
#define LANES 1
#define PARTS 1

#include "text/group.h"
