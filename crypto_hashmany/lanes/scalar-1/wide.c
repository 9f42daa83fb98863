/* SPDX-License-Identifier: MIT */
#define LANES 1

#include "text/group.h"
