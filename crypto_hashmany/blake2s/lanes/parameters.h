/* SPDX-License-Identifier: MIT */
/* BLAKE2s. */
#define WORD_BITS 32
