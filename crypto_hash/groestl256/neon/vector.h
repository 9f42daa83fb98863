/* SPDX-License-Identifier: MIT */
/*
 * Rows in vectors of NEON, for processors without AES instructions; rows.h has the technique.
 *
 * Limit: the operations: for a row, ShiftBytes 1, p and q 12, products 9, sums 7 and a half; for 8
 * rows and two constants 238 a round, 59 cycles on a processor with four vector units, 119 with
 * two: 18.6 cycles per byte of Grøstl-256, 26 of Grøstl-512. This is computed: no such processor
 * was there to measure.
 *
 * Rejected: the S-box in four tables of 64 bytes. They fill 16 of 32 registers, and such a lookup
 * takes as long as four of 16 bytes or longer on most processors. (Not tried.)
 */
#define TARGET

#include "operations.h"

/* 32 registers hold p, q and the tables. */
#define hold_memory(x) (void)0
