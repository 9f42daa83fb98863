/* SPDX-License-Identifier: MIT */

/* The parameters of KT128. Lengths are in bytes if the name does not say lanes. */

#ifndef KANGAROO_H
#define KANGAROO_H

enum { ROUNDS = 12, RATE_BYTES = 168, CHUNK_BYTES = 8192, CHAINING_BYTES = 32, STATE_BYTES = 200 };

/* The length of a block, and of the last block of a chunk, which is not full. */
enum { RATE_LANES = RATE_BYTES / 8, LAST_LANES = CHUNK_BYTES % RATE_BYTES / 8 };

/* The domain separation bytes D of RFC 9861, section 3.2, which hold the first 1 of the padding. */
enum { SINGLE_NODE = 0x07, FINAL_NODE = 0x06, LEAF = 0x0b };

#endif
