/* SPDX-License-Identifier: MIT */
/*
 * Ascon-Hash of Ascon v1.2 (submission to the NIST lightweight cryptography project, 2021, sections
 * 2.5 and 2.6), and Ascon-Hash256 and Ascon-XOF128 with 256 bits of output (NIST SP 800-232,
 * sections 3 and 5). ascon_p.h holds the permutation: it says which technique, what bounds it, and
 * why. The other implementations of these three functions, but ref, link to this file.
 *
 * Technique: the state is local to one function, so that it can stay in registers from the first
 * block to the digest. The permutation of the initial value is a constant. The padding is one copy
 * of fixed length. Behind whole blocks, that is one store that one load can read.
 *
 * Bound: all of in is read before the first write of the digest: out may be in.
 */
#include "crypto_hash.h"
#include <stdint.h>
#include <string.h>

#include "parameters.h"

enum { RATE_BYTES = 8 };

#include "ascon_p.h"
#include "initial_state.h"

static const unsigned char mark[RATE_BYTES] = {PADDING};

static inline void pad(unsigned char last[2 * RATE_BYTES], const unsigned char *rest,
                       size_t length) {
    if (length > 0)
        memcpy(last, rest, length);
    memcpy(last + length, mark, RATE_BYTES);
}

TARGET int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char last[2 * RATE_BYTES];
    unsigned long long blocks = inlen / RATE_BYTES;
    V S[5] = INITIAL_STATE(START);

    pad(last, in + RATE_BYTES * blocks, inlen % RATE_BYTES);
    for (; blocks > 0; --blocks, in += RATE_BYTES) {
        S[0] = XOR(S[0], LOAD(in));
        permute(S);
    }
    S[0] = XOR(S[0], LOAD(last));
    for (int i = 0; i < crypto_hash_BYTES; i += RATE_BYTES) {
        permute(S);
        STORE(out + i, S[0]);
    }
    return 0;
}
