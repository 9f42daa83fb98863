/* SPDX-License-Identifier: MIT */
/*
 * Ascon-Hash of Ascon v1.2, and Ascon-Hash256 and Ascon-XOF128 with 256 bits of output of NIST
 * SP 800-232. The directories of the other two functions link to this file; parameters.h holds
 * what differs.
 *
 * Source: NIST SP 800-232 (2025), sections 3 and 5; C. Dobraunig, M. Eichlseder, F. Mendel,
 * M. Schlaeffer, "Ascon v1.2", submission to the NIST lightweight cryptography project, 2021,
 * sections 2.5 and 2.6.
 *
 * Technique: the state is the five words S_0 to S_4 of 64 bits; 64 S-boxes are evaluated at once by
 * operations on whole words. Message bytes enter the first word by shifts, which makes alignment
 * and byte order of the processor immaterial.
 *
 * Bound: all of in is read before the first write of the digest: out may be in. rotate_right gets
 * distances in 1..61 only, so both of its shifts are below 64.
 */
#include "crypto_hash.h"
#include <stdint.h>

#include "parameters.h"

enum { RATE_BYTES = 8, ROUNDS = 12 };

static uint64_t rotate_right(uint64_t word, int n) { return word >> n | word << (64 - n); }

/* p_C: the constant of a round is added to the last byte of S_2. */
static void add_constant(uint64_t *S, unsigned round) { S[2] ^= 0xf0 - 0x0f * round; }

/* p_S: the S-box in its form for bit slices. */
static void substitute(uint64_t *S) {
    uint64_t T[5];

    S[0] ^= S[4];
    S[4] ^= S[3];
    S[2] ^= S[1];
    for (int i = 0; i < 5; ++i)
        T[i] = S[i] ^ (~S[(i + 1) % 5] & S[(i + 2) % 5]);
    S[0] = T[0] ^ T[4];
    S[1] = T[1] ^ T[0];
    S[2] = ~T[2];
    S[3] = T[3] ^ T[2];
    S[4] = T[4];
}

/* p_L: Sigma_0 to Sigma_4. */
static void diffuse(uint64_t *S) {
    S[0] ^= rotate_right(S[0], 19) ^ rotate_right(S[0], 28);
    S[1] ^= rotate_right(S[1], 61) ^ rotate_right(S[1], 39);
    S[2] ^= rotate_right(S[2], 1) ^ rotate_right(S[2], 6);
    S[3] ^= rotate_right(S[3], 10) ^ rotate_right(S[3], 17);
    S[4] ^= rotate_right(S[4], 7) ^ rotate_right(S[4], 41);
}

static void permute(uint64_t *S) {
    for (unsigned round = 0; round < ROUNDS; ++round) {
        add_constant(S, round);
        substitute(S);
        diffuse(S);
    }
}

/* How far byte i of a block is from the end of the word. */
static unsigned shift_of(unsigned i) { return 8 * (BIG_ENDIAN_WORDS ? RATE_BYTES - 1 - i : i); }

static void absorb_byte(uint64_t *S, unsigned i, unsigned char byte) {
    S[0] ^= (uint64_t)byte << shift_of(i);
}

static void squeeze_block(unsigned char *out, const uint64_t *S) {
    for (unsigned i = 0; i < RATE_BYTES; ++i)
        out[i] = (unsigned char)(S[0] >> shift_of(i));
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    uint64_t S[5] = {IV, 0, 0, 0, 0};

    permute(S);
    for (; inlen >= RATE_BYTES; inlen -= RATE_BYTES, in += RATE_BYTES) {
        for (unsigned i = 0; i < RATE_BYTES; ++i)
            absorb_byte(S, i, in[i]);
        permute(S);
    }
    for (unsigned i = 0; i < inlen; ++i)
        absorb_byte(S, i, in[i]);
    absorb_byte(S, (unsigned)inlen, PADDING);
    for (unsigned i = 0; i < crypto_hash_BYTES; i += RATE_BYTES) {
        permute(S);
        squeeze_block(out + i, S);
    }
    return 0;
}
