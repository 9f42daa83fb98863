/* SPDX-License-Identifier: MIT */
/* ECHO with up to 256 bits of output: the chaining value has 4 words of 16 bytes, the block 12. */
#define WORD_BITS 32
enum { ROUNDS = 8, CHAIN_WORDS = 4, MESSAGE_WORDS = 12 };
