/* SPDX-License-Identifier: MIT */
#define LANES 2
#define TARGET "ssse3,aes"

#include "text/group.h"
