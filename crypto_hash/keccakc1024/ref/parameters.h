/* SPDX-License-Identifier: MIT */

/* What sets Keccak[c=1024] apart from the other functions that share hash.c. */

#define CAPACITY_BITS 1024
#define ROUNDS 24

/* First byte after the message: the first 1 of pad10*1, as the submission has no domain bits. */
#define PADDING_START 0x01
