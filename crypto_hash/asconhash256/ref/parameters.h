/* SPDX-License-Identifier: MIT */

/* What sets Ascon-Hash256 of NIST SP 800-232 apart from the other functions that share hash.c. */

/* The function 2, 12 rounds in either place, 256 bits of output and the rate of 8 bytes. */
#define IV UINT64_C(0x0000080100cc0002)

/* The first byte of a block is the least significant one of its word, and the padding starts with
 * the least significant bit of a byte. */
enum { BIG_ENDIAN_WORDS = 0, PADDING = 0x01 };
