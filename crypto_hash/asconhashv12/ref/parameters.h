/* SPDX-License-Identifier: MIT */

/* What sets Ascon-Hash of Ascon v1.2 apart from the other functions that share hash.c. */

/* The rate of 64 bits, 12 rounds, 0 rounds fewer between blocks, and 256 bits of output. */
#define IV UINT64_C(0x00400c0000000100)

/* The first byte of a block is the most significant one of its word, and the padding starts with
 * the most significant bit of a byte. */
enum { BIG_ENDIAN_WORDS = 1, PADDING = 0x80 };
