/* SPDX-License-Identifier: MIT */

/* The numbers of KangarooTwelve, in bytes but for the rounds. */

enum { ROUNDS = 12, RATE_BYTES = 168, CHUNK_BYTES = 8192, CHAINING_BYTES = 32, STATE_BYTES = 200 };

/* The domain separation bytes D of RFC 9861, section 3.2, which hold the first 1 of the padding. */
enum { SINGLE_NODE = 0x07, FINAL_NODE = 0x06, LEAF = 0x0b };
