/* SPDX-License-Identifier: MIT */

/* What sets TurboSHAKE128 apart from the other functions that share hash.c. */

#define CAPACITY_BITS 256
#define ROUNDS 12

/* First byte after the message: D of RFC 9861, section 2.2, which holds the first 1 of pad10*1. */
#define PADDING_START 0x1f
