/* SPDX-License-Identifier: MIT */
#define LANES 1
#define PARTS 1
#define ARM_AES

#include "text/group.h"
