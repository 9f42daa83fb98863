/* SPDX-License-Identifier: MIT */
/* BLAKE-256. */
#define WORD_BITS 32
