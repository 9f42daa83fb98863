/* SPDX-License-Identifier: MIT */
#define TARGET __attribute__((target("ssse3")))

/* Both halves of all bytes as numbers below 16. */
#define low_halves(x) and2(x, bytes_16(15))
#define high_halves(x) and2(_mm_srli_epi32(x, 4), bytes_16(15))
