/* SPDX-License-Identifier: MIT */
#define LANES 16
#define TARGET "ssse3,aes"

#include "text/group.h"
