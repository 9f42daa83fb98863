/* SPDX-License-Identifier: MIT */
#define TARGET

/* Both halves of all bytes as numbers below 16. */
#define low_halves(x) and2(x, bytes_16(15))
#define high_halves(x) vshrq_n_u8(x, 4)
