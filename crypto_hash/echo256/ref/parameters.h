/* SPDX-License-Identifier: MIT */
/* ECHO with up to 256 bits of output: the chaining value has 4 words of 16, the message block 12.
 */
enum { CHAIN_WORDS = 4, ROUNDS = 8 };
