/* SPDX-License-Identifier: MIT */

/* What sets Ascon-XOF128 of NIST SP 800-232 apart from the other functions that share hash.c. */

/* The function 3, 12 rounds in either place, output of any length and the rate of 8 bytes. */
#define IV UINT64_C(0x0000080000cc0003)

/* The first byte of a block is the least significant one of its word, and the padding starts with
 * the least significant bit of a byte. */
enum { BIG_ENDIAN_WORDS = 0, PADDING = 0x01 };
