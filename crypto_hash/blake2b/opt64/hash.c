/* SPDX-License-Identifier: MIT */

/*
 * BLAKE2b and BLAKE2s (RFC 7693), unkeyed, with the longest digest, but for F, their compression.
 *
 * Shared by all but the reference; the technique of F stands in compress.h, and that of vector
 * instructions in vector.h.
 *
 * Technique: a last block that is not full is copied before the first block is hashed. What was
 * written in pieces is read by words or vectors, which costs a failed store forwarding if it comes
 * right after; behind other blocks it costs nothing. A full one is hashed where it is. There is one
 * loop with one call, so that the chaining value stays in registers and the unrolled F is there
 * once.
 *
 * Bound: the number of bytes is below 2^64, so it fits into the counter's two words of either
 * width. out is written after the last byte of in was read, so it may be in.
 */

#include "crypto_hash.h"
#include "parameters.h"

enum { WORD_BYTES = WORD_BITS / 8, BLOCK_BYTES = 16 * WORD_BYTES };
enum { ROTATE_1 = R1, ROTATE_2 = R2, ROTATE_3 = R3, ROTATE_4 = R4 };

/* Fan-out 1, depth 1, no key, length of the digest. */
enum { PARAMETERS = 0x01010000 + crypto_hash_BYTES };

/* t and f of the RFC; f is all ones for the last block. */
struct counter {
    word low, high, f;
};

#include "compress.h"

static inline struct counter bytes(unsigned long long t, int is_last) {
    return (struct counter){
        (word)t,
        (word)(t >> (WORD_BITS / 2) >> (WORD_BITS / 2)),
        (word)0 - (word)is_last,
    };
}

TARGET int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char last[BLOCK_BYTES];
    unsigned restlen = (unsigned)(inlen % BLOCK_BYTES);
    unsigned long long done = 0;
    chaining_value h = initial_value();

    if (restlen > 0 || inlen == 0) {
        __builtin_memset(last, 0, BLOCK_BYTES);
        __builtin_memcpy(last, in + (inlen - restlen), restlen);
    }
    for (int is_last = 0; !is_last; in += BLOCK_BYTES) {
        is_last = inlen - done <= BLOCK_BYTES;
        if (inlen - done < BLOCK_BYTES) {
            in = last;
        }
        done = is_last ? inlen : done + BLOCK_BYTES;
        F(&h, in, bytes(done, is_last));
    }
    store_digest(out, &h);
    return 0;
}
