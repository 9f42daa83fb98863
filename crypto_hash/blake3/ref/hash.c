/* SPDX-License-Identifier: MIT */

/*
 * Reference implementation of BLAKE3 in its default hashing mode, after section 2 of its paper,
 * with 256 bits of output.
 *
 * Technique: the message is cut into chunks of 1024 bytes, the leaves of a binary tree whose left
 * subtrees are full. A stack holds the chaining values of the full subtrees that are not merged
 * yet. The root alone is compressed with a flag of its own, so a node is kept as what its last
 * compression takes until it is known whether it is the root.
 *
 * Invariant: before chunk t the stack holds one chaining value for each 1 in t, written in binary,
 * of the subtree of so many chunks, the largest at the bottom. A new subtree of one chunk merges
 * upwards as a carry does. At most 2^54 - 1 chunks come before the last, hence the depth of 54. The
 * last chunk, which may be empty only if the message is, is not pushed: it is merged with all that
 * the stack holds, and the last such node is the root. out is written after the last read of in, so
 * it may be in.
 *
 * Rejected: the recursion by which the paper defines the tree. It needs no invariant, but finds the
 * length of each left subtree anew and keeps a frame for each level.
 */

#include "crypto_hash.h"
#include <stdint.h>

enum { BLOCK_BYTES = 64, CHUNK_BYTES = 1024, ROUNDS = 7, DEPTH = 54 };

enum { CHUNK_START = 1, CHUNK_END = 2, PARENT = 4, ROOT = 8 };

/* The fractional parts of the square roots of the first 8 primes. */
static const uint32_t IV[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

/* Where each word of a round's message was in the round before. */
static const unsigned char permutation[16] = {2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8};

/* The input of a compression, with the paper's names. */
typedef struct {
    uint32_t h[8];  /* chaining value */
    uint32_t m[16]; /* message block */
    uint64_t t;     /* counter: index of the chunk, 0 for parents */
    uint32_t b;     /* number of bytes in the block */
    uint32_t d;     /* flags */
} node;

static uint32_t load(const unsigned char *from) {
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static void store(unsigned char *to, uint32_t w) {
    for (int i = 0; i < 4; i++) {
        to[i] = (unsigned char)(w >> 8 * i);
    }
}

static void copy(uint32_t to[8], const uint32_t from[8]) {
    for (int i = 0; i < 8; i++) {
        to[i] = from[i];
    }
}

static inline uint32_t rotate(uint32_t w, int n) { return w >> n | w << (32 - n); }

static inline void G(uint32_t v[16], int a, int b, int c, int d, uint32_t x, uint32_t y) {
    v[a] += v[b] + x;
    v[d] = rotate(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], 12);
    v[a] += v[b] + y;
    v[d] = rotate(v[d] ^ v[a], 8);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], 7);
}

static inline void round_function(uint32_t v[16], const uint32_t m[16]) {
    G(v, 0, 4, 8, 12, m[0], m[1]);
    G(v, 1, 5, 9, 13, m[2], m[3]);
    G(v, 2, 6, 10, 14, m[4], m[5]);
    G(v, 3, 7, 11, 15, m[6], m[7]);
    G(v, 0, 5, 10, 15, m[8], m[9]);
    G(v, 1, 6, 11, 12, m[10], m[11]);
    G(v, 2, 7, 8, 13, m[12], m[13]);
    G(v, 3, 4, 9, 14, m[14], m[15]);
}

static void permute(uint32_t m[16]) {
    uint32_t old[16];

    for (int i = 0; i < 16; i++) {
        old[i] = m[i];
    }
    for (int i = 0; i < 16; i++) {
        m[i] = old[permutation[i]];
    }
}

/* The first 8 of the 16 words that the paper's compression function gives; h may be n->h. */
static void compress(uint32_t h[8], const node *n) {
    uint32_t m[16], v[16];

    for (int i = 0; i < 16; i++) {
        m[i] = n->m[i];
        v[i] = i < 8 ? n->h[i] : IV[i - 8];
    }
    v[12] = (uint32_t)n->t;
    v[13] = (uint32_t)(n->t >> 32);
    v[14] = n->b;
    v[15] = n->d;
    for (int r = 0; r < ROUNDS; r++) {
        round_function(v, m);
        permute(m);
    }
    for (int i = 0; i < 8; i++) {
        h[i] = v[i] ^ v[i + 8];
    }
}

/* size <= BLOCK_BYTES; the rest of the block is zero. */
static void set_block(node *n, const unsigned char *in, unsigned size) {
    unsigned char block[BLOCK_BYTES] = {0};

    for (unsigned i = 0; i < size; i++) {
        block[i] = in[i];
    }
    for (int i = 0; i < 16; i++) {
        n->m[i] = load(block + 4 * i);
    }
    n->b = size;
}

/* Chunk t of the message: size <= CHUNK_BYTES, and all but the last block, full or not, are done.
 */
static node chunk(const unsigned char *in, unsigned size, uint64_t t) {
    node n = {.t = t, .d = CHUNK_START};

    copy(n.h, IV);
    for (; size > BLOCK_BYTES; size -= BLOCK_BYTES) {
        set_block(&n, in, BLOCK_BYTES);
        compress(n.h, &n);
        n.d = 0;
        in += BLOCK_BYTES;
    }
    set_block(&n, in, size);
    n.d |= CHUNK_END;
    return n;
}

/* right is the node on the right, which is known now not to be the root. */
static node parent(const uint32_t left[8], const node *right) {
    node n = {.b = BLOCK_BYTES, .d = PARENT};

    copy(n.h, IV);
    copy(n.m, left);
    compress(n.m + 8, right);
    return n;
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    uint32_t stack[DEPTH][8], digest[8];
    unsigned depth = 0;
    uint64_t t = 0;
    node n;

    for (; inlen > CHUNK_BYTES; inlen -= CHUNK_BYTES) {
        n = chunk(in, CHUNK_BYTES, t++);
        in += CHUNK_BYTES;
        for (uint64_t subtrees = t; subtrees % 2 == 0; subtrees /= 2) {
            n = parent(stack[--depth], &n);
        }
        compress(stack[depth++], &n);
    }
    n = chunk(in, (unsigned)inlen, t);
    while (depth > 0) {
        n = parent(stack[--depth], &n);
    }
    n.d |= ROOT;
    compress(digest, &n);
    for (int i = 0; i < 8; i++) {
        store(out + 4 * i, digest[i]);
    }
    return 0;
}
