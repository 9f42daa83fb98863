/* SPDX-License-Identifier: MIT */
/* BLAKE2b. */
#define WORD_BITS 64
