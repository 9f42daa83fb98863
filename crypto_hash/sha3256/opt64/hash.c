/* SPDX-License-Identifier: MIT */

/*
 * SHA3-224 to SHA3-512, SHAKE128 and SHAKE256 (FIPS 202), TurboSHAKE128 and TurboSHAKE256 (RFC
 * 9861), and Keccak with capacity 512 and 1024 as submitted to the SHA-3 competition: the sponge
 * around the permutation of keccak_p.h, over the lanes of lane.h.
 *
 * All implementations of these ten functions but ref link to this file.
 *
 * Technique: the last block is padded in a buffer, so that all blocks go through one copy of the
 * permutation. The state is local to one function, and all its indices are constants. A compiler
 * for a processor with enough registers keeps it there from the first block to the digest.
 *
 * Invariant: the digest is not longer than the rate, so the sponge is squeezed once. The digest is
 * written after the last read of the message: the two may overlap.
 */

#include "crypto_hash.h"
#include "lane.h"

#include "keccak_p.h"
#include "parameters.h"
#include <string.h>

enum { RATE_BYTES = (1600 - CAPACITY_BITS) / 8 };

_Static_assert(crypto_hash_BYTES <= RATE_BYTES, "the digest must fit into one block");

#define ABSORB_LANE(i)                                                                             \
    if (8 * (i) < RATE_BYTES) {                                                                    \
        A[i] = XOR(A[i], LOAD(block + 8 * (i)));                                                   \
    }
#define SQUEEZE_LANE(i)                                                                            \
    if (8 * (i) < crypto_hash_BYTES) {                                                             \
        STORE(last + 8 * (i), A[i], i);                                                            \
    }

/* The two ends of the padding share a byte where the message leaves a single one free. */
static void pad(unsigned char last[RATE_BYTES], const unsigned char *rest, size_t length) {
    memset(last, 0, RATE_BYTES);
    if (length != 0) {
        memcpy(last, rest, length);
    }
    last[length] = PADDING_START;
    last[RATE_BYTES - 1] |= 0x80;
}

TARGET int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char last[RATE_BYTES];
    const unsigned char *block;
    V A[25];

    ALL_LANES(CLEAR_LANE)
    do {
        block = in;
        if (inlen < RATE_BYTES) {
            pad(last, in, (size_t)inlen);
            block = last;
        }
        FIRST_21_LANES(ABSORB_LANE)
        keccak_p(A, ROUNDS);
        in += RATE_BYTES;
        inlen -= RATE_BYTES;
    } while (block != last);
    FIRST_21_LANES(SQUEEZE_LANE)
    memcpy(out, last, crypto_hash_BYTES);
    return 0;
}
