/* SPDX-License-Identifier: MIT */

/*
 * Reference implementation of SHA3-224 to SHA3-512, SHAKE128 and SHAKE256 (FIPS 202, sections 6.1
 * and 6.2), of TurboSHAKE128 and TurboSHAKE256 (RFC 9861, section 2.2), and of Keccak with capacity
 * 512 and 1024 as submitted to the SHA-3 competition (The Keccak reference, version 3.0).
 *
 * All of them are one sponge (sponge.h) over one permutation (keccak_p.h). They differ in capacity,
 * number of rounds and the bits that they append to the message: parameters.h has these. The
 * directories of the other nine functions link to this file.
 *
 * The digest is written after the last read of the message: the two may overlap.
 */

#include "crypto_hash.h"
#include "parameters.h"

enum { RATE_BYTES = (1600 - CAPACITY_BITS) / 8 };

#include "keccak_p.h"

#include "sponge.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    sponge s = {.position = 0};

    absorb(&s, in, inlen);
    pad(&s, PADDING_START);
    squeeze(&s, out, crypto_hash_BYTES);
    return 0;
}
