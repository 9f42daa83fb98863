/* SPDX-License-Identifier: MIT */

/* What sets SHA-224 apart from the other functions that share hash.c. */

#include "rounds.h"

/* Section 5.3.2: the lower 32 bits of each word of section 5.3.4, SHA-384. */
static const word INITIAL[8] = {0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
                                0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4};
