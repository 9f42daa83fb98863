/* SPDX-License-Identifier: MIT */
/*
 * Skein-256 with 256 bits of output, Skein-512 with 256 or 512, Skein-1024 with 1024, after "The
 * Skein Hash Function Family", version 1.3, sections 3.3 (Threefish), 3.4 (UBI) and 3.5 (Skein).
 * The directories of the other three link to this file; threefish.h holds what the size of the
 * state decides, parameters.h the initial value that goes with the sizes of state and output.
 *
 * Technique: the key and the tweak, each extended by its parity word, are repeated as often as the
 * 19 or 21 subkeys need them, so that subkey s is a window that starts at word s. The permutation
 * of the words has order 4, or 2 in Skein-256: four rounds name the words in their new order and
 * move none. The loops over them are of constant length, so that a compiler that unrolls them
 * knows every index.
 *
 * Every rotation distance lies in 1..63, hence both shifts of rotate_left are below 64. A position
 * counts bytes and inlen has 64 bits, so the upper 32 of the tweak's 96 position bits stay zero.
 * The output fits into one block, so its counter is 0; it is written after the last read of the
 * input, so the two may overlap in any way.
 *
 * Rejected: words permuted through a temporary array, and indices reduced modulo WORDS + 1 and 3,
 * as the specification's formulas have it. It is no shorter, and moves every word in every round.
 */
#include "crypto_hash.h"
#include <stdint.h>

#include "parameters.h"
#include "threefish.h"

enum { BLOCK_BYTES = 8 * WORDS, SUBKEYS = ROUNDS / 4 + 1 };

_Static_assert(crypto_hash_BYTES <= BLOCK_BYTES, "the digest must fit into one block");

#define KEY_PARITY UINT64_C(0x1bd11bdaa9fc1a22)

/* The upper word of the tweak. */
#define TYPE_MESSAGE (UINT64_C(48) << 56)
#define TYPE_OUTPUT (UINT64_C(63) << 56)
#define FIRST (UINT64_C(1) << 62)
#define FINAL (UINT64_C(1) << 63)

static uint64_t load_little_endian(const unsigned char *bytes) {
    uint64_t word = 0;
    for (int i = 7; i >= 0; --i)
        word = word << 8 | bytes[i];
    return word;
}

static inline uint64_t rotate_left(uint64_t word, unsigned distance) {
    return word << distance | word >> (64 - distance);
}

static inline void MIX(uint64_t *x0, uint64_t *x1, unsigned distance) {
    *x0 += *x1;
    *x1 = rotate_left(*x1, distance) ^ *x0;
}

static inline void four_rounds(uint64_t v[WORDS], const unsigned char R[4][WORDS / 2]) {
    for (int d = 0; d < 4; ++d)
        for (int j = 0; j < WORDS / 2; ++j)
            MIX(&v[order[d][2 * j]], &v[order[d][2 * j + 1]], R[d][j]);
}

static void key_schedule(uint64_t k[WORDS + SUBKEYS - 1], const uint64_t key[WORDS]) {
    k[WORDS] = KEY_PARITY;
    for (int i = 0; i < WORDS; ++i) {
        k[i] = key[i];
        k[WORDS] ^= key[i];
    }
    for (int i = WORDS + 1; i < WORDS + SUBKEYS - 1; ++i)
        k[i] = k[i - (WORDS + 1)];
}

static void tweak_schedule(uint64_t t[SUBKEYS + 1], uint64_t position, uint64_t type_and_flags) {
    t[0] = position;
    t[1] = type_and_flags;
    t[2] = position ^ type_and_flags;
    for (int i = 3; i < SUBKEYS + 1; ++i)
        t[i] = t[i - 3];
}

static inline void add_subkey(uint64_t v[WORDS], const uint64_t *k, const uint64_t *t, unsigned s) {
    for (int i = 0; i < WORDS; ++i)
        v[i] += k[s + i];
    v[WORDS - 3] += t[s];
    v[WORDS - 2] += t[s + 1];
    v[WORDS - 1] += s;
}

/* One block of UBI: Threefish under the key G, and the block added again. */
static void UBI(uint64_t G[WORDS], const unsigned char *block, uint64_t position,
                uint64_t type_and_flags) {
    uint64_t k[WORDS + SUBKEYS - 1], t[SUBKEYS + 1], m[WORDS], v[WORDS];

    key_schedule(k, G);
    tweak_schedule(t, position, type_and_flags);
    for (int i = 0; i < WORDS; ++i)
        v[i] = m[i] = load_little_endian(block + 8 * i);
    for (unsigned s = 0; s < SUBKEYS - 1; s += 2) {
        add_subkey(v, k, t, s);
        four_rounds(v, rotation);
        add_subkey(v, k, t, s + 1);
        four_rounds(v, rotation + 4);
    }
    add_subkey(v, k, t, SUBKEYS - 1);
    for (int i = 0; i < WORDS; ++i)
        G[i] = v[i] ^ m[i];
}

static void output(unsigned char *out, uint64_t G[WORDS]) {
    static const unsigned char counter[BLOCK_BYTES] = {0};

    UBI(G, counter, 8, TYPE_OUTPUT | FIRST | FINAL);
    for (int i = 0; i < crypto_hash_BYTES; ++i)
        out[i] = (unsigned char)(G[i / 8] >> 8 * (i % 8));
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    uint64_t G[WORDS], position = 0, type_and_flags = TYPE_MESSAGE | FIRST;
    unsigned char last[BLOCK_BYTES] = {0};

    for (int i = 0; i < WORDS; ++i)
        G[i] = initial_value[i];
    /* A full block may be the last one, and is only then marked FINAL: hence > and not >=. */
    for (; inlen - position > BLOCK_BYTES; in += BLOCK_BYTES) {
        position += BLOCK_BYTES;
        UBI(G, in, position, type_and_flags);
        type_and_flags = TYPE_MESSAGE;
    }
    for (unsigned i = 0; i < inlen - position; ++i)
        last[i] = in[i];
    UBI(G, last, inlen, type_and_flags | FINAL);
    output(out, G);
    return 0;
}
