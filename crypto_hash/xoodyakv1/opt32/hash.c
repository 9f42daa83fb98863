/* SPDX-License-Identifier: MIT */
/*
 * Xoodyak in hash mode with 32 bytes of output, from the final-round submission to the NIST
 * lightweight cryptography project, 2021. xoodoo.h holds the state and the permutation, and with
 * them all that costs time: it says which technique, what bounds it, and why. The directories of
 * the other optimized implementations link to this file.
 *
 * Technique: the state is local to one function and stays in registers from the first block to the
 * digest. The domain separator of the first block is part of the initial state. The byte 01 and
 * the zeros behind the last block are one copy of fixed length; behind a full block it is one
 * store that one load can read.
 *
 * Bound: all of in is read before the first write of the digest: out may be in.
 */
#include "crypto_hash.h"
#include <stdint.h>
#include <string.h>

enum { RATE_BYTES = 16 };

#include "xoodoo.h"

static const unsigned char mark[2 * RATE_BYTES] = {0x01};

static inline void pad(unsigned char last[3 * RATE_BYTES], const unsigned char *rest,
                       size_t length) {
    if (length > 0)
        memcpy(last, rest, length);
    memcpy(last + length, mark, 2 * RATE_BYTES);
}

TARGET int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char last[3 * RATE_BYTES];
    unsigned long long blocks = inlen > 0 ? (inlen - 1) / RATE_BYTES : 0;
    state A = initial_state();

    pad(last, in + RATE_BYTES * blocks, (size_t)(inlen - RATE_BYTES * blocks));
    for (; blocks > 0; --blocks, in += RATE_BYTES) {
        add_block(&A, in);
        Xoodoo(&A);
    }
    add_last_block(&A, last);
    Xoodoo(&A);
    store_block(out, &A);
    add_empty_block(&A);
    Xoodoo(&A);
    store_block(out + RATE_BYTES, &A);
    return 0;
}
