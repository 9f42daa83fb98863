/* SPDX-License-Identifier: MIT */
#define LANES 1
#define PARTS 1
#define TARGET "avx512f,avx512bw,avx512vl,vaes,gfni,aes"
#define X86_AES
#define GFNI
#define TERNARY

#include "text/group.h"
