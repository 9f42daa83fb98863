/* SPDX-License-Identifier: MIT */
/* Skein-512-256. */
#define WORD_BITS 64
