/* SPDX-License-Identifier: MIT */
#define LANES 2

#include "text/group.h"
