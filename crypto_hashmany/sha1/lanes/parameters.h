/* SPDX-License-Identifier: MIT */
/* SHA-1. */
#define WORD_BITS 32
