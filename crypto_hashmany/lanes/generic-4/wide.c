/* SPDX-License-Identifier: MIT */
#define LANES 4

#include "text/group.h"
