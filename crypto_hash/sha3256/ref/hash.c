/* SPDX-License-Identifier: MIT */

/*
 * Reference implementation of the hash functions SHA3-224 to SHA3-512, of SHAKE128 and SHAKE256,
 * and of the Keccak submission with capacity 512 and 1024.
 *
 * The directories of the other seven functions link to this file; parameters.h and api.h are
 * theirs.
 *
 * Technique: the sponge of FIPS 202 over the permutation of keccak_p.h, with 24 rounds.
 *
 * Bound: the digest is not longer than the rate, so the sponge is squeezed once and nothing is
 * written to out before all of in was read: out may be in.
 */

#include "crypto_hash.h"
#include "keccak_p.h"
#include "parameters.h"

#define RATE_BYTES ((1600 - CAPACITY_BITS) / 8)

_Static_assert(RATE_BYTES % 8 == 0, "a block must consist of whole lanes");
_Static_assert(crypto_hash_BYTES <= RATE_BYTES, "the digest must fit into one block");

static void keccak_f(lane A[25]) { keccak_p(A, 24); }

static void absorb_block(lane A[25], const unsigned char *in) {
    for (unsigned i = 0; i < RATE_BYTES; i++) {
        absorb_byte(A, i, in[i]);
    }
    keccak_f(A);
}

/*
 * The two ends of the padding are added one after the other, as they share a byte when the message
 * leaves a single one free.
 */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    lane A[25] = {0};
    unsigned rest;

    for (; inlen >= RATE_BYTES; inlen -= RATE_BYTES) {
        absorb_block(A, in);
        in += RATE_BYTES;
    }
    for (rest = 0; rest < inlen; rest++) {
        absorb_byte(A, rest, in[rest]);
    }
    absorb_byte(A, rest, PADDING_START);
    absorb_byte(A, RATE_BYTES - 1, 0x80);
    keccak_f(A);
    for (unsigned i = 0; i < crypto_hash_BYTES; i++) {
        out[i] = squeeze_byte(A, i);
    }
    return 0;
}
