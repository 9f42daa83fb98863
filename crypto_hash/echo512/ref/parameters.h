/* SPDX-License-Identifier: MIT */
/* ECHO with up to 512 bits of output: chaining value and message block have 8 words of 16 each. */
enum { CHAIN_WORDS = 8, ROUNDS = 10 };
