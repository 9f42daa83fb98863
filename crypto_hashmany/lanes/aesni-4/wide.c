/* SPDX-License-Identifier: MIT */
#define LANES 4
#define PARTS 1
#define TARGET "ssse3,aes"
#define X86_AES

#include "text/group.h"
