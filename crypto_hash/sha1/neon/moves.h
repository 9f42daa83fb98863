/* SPDX-License-Identifier: MIT */

/* How words of SHA-1's schedule move, with NEON. */

#define ROTATED(a, n) ROTATED_RIGHT(a, 32 - (n))
/* Four words from the third one of a on. */
#define FROM_THIRD(a, b) vextq_u32(a, b, 2)
/* The last three words and 0; three times 0 and the first word. */
#define LAST_THREE(a) vextq_u32(a, vdupq_n_u32(0), 1)
#define FIRST_AS_LAST(a) vextq_u32(vdupq_n_u32(0), a, 1)
