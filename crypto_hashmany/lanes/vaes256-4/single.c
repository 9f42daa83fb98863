/* SPDX-License-Identifier: MIT */
#define LANES 1
#define PARTS 1
#define TARGET "avx2,vaes,gfni,aes"
#define X86_AES
#define GFNI

#include "text/group.h"
