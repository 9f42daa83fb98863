/* SPDX-License-Identifier: MIT */
/* SHA3-256. */
#define WORD_BITS 64

enum { CAPACITY_BITS = 512, ROUNDS = 24 };

/* First byte after the message: the two domain bits 01, then the first 1 of pad10*1. */
enum { PADDING_START = 0x06 };
