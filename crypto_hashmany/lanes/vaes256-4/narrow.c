/* SPDX-License-Identifier: MIT */
#define LANES 2
#define PARTS 2
#define TARGET "avx2,vaes,gfni,aes"
#define X86_AES
#define GFNI

#include "text/group.h"
