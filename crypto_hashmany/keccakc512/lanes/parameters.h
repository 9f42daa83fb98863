/* SPDX-License-Identifier: MIT */
/* Keccak[c=512] as submitted to the SHA-3 competition. */
#define WORD_BITS 64

enum { CAPACITY_BITS = 512, ROUNDS = 24 };

/* First byte after the message: the first 1 of pad10*1, as the submission has no domain bits. */
enum { PADDING_START = 0x01 };
