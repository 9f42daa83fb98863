/* SPDX-License-Identifier: MIT */
/* BLAKE3. */
#define WORD_BITS 32
