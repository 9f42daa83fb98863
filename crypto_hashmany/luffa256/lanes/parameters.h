/* SPDX-License-Identifier: MIT */
/* Luffa-256. */
#define WORD_BITS 32
