/* SPDX-License-Identifier: MIT */
/*
 * Vectors of four words with SSE2. The expansion is by tables, so neither size is constant-time.
 *
 * Limit of Hamsi-256: a round has 16 operations of the S-box, 28 of L, 6 rotations of rows and 4
 * constants; with the expansion a block has 170, so 42 cycles on the four vector units of Zen 4 and
 * 10.6 per byte. The chain has 5 operations in the S-box, 8 in L, and 2 rotations of rows; with the
 * feed-forward 48 a block, 12 cycles per byte. Both together take 17.6. Zen 5, where most
 * operations take two cycles, needs 29, and 27 with opt32; on x86, opt32 needs 1.08 times as long.
 * Limit of Hamsi-512: a round has 160 operations, 40 cycles, and a chain of 28; six of them and 150
 * operations of the expansion make 277 cycles, 35 per byte. Measured are 46.9.
 *
 * Rejected: shifts added one by one instead of rotations joined before, which shortens the chain
 * where only one input comes late: 1.03 to 1.19 times as long.
 */
#define TARGET __attribute__((target("sse2")))
#define INLINE TARGET static inline __attribute__((always_inline))

#include "operations.h"
