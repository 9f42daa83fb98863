/* SPDX-License-Identifier: MIT */

/* What sets SHA3-384 apart from the other functions that share hash.c. */

#define CAPACITY_BITS 768
#define ROUNDS 24

/* First byte after the message: the domain bits 01 of FIPS 202, then the first 1 of pad10*1. */
#define PADDING_START 0x06
