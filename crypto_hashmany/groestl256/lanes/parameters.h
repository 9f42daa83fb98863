/* SPDX-License-Identifier: MIT */
/* Groestl with up to 256 bits of output: P512 and Q512. */
#define WORD_BITS 64
enum { GROESTL_ROUNDS = 10, GROESTL_BLOCK = 64 };
