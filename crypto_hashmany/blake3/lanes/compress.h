/* SPDX-License-Identifier: MIT */
/* BLAKE3 of LANES messages, in its default hashing mode with 256 bits of output: section 2 of its
 * paper.
 *
 * Technique: messages of one length have the same tree, so every node is one compression of all
 * lanes. The state stands in sixteen vectors, the message in memory; all rounds are written out, so
 * that every index of the permutations is a constant. A stack holds the chaining values of the full
 * subtrees that are not merged yet.
 *
 * Invariant: before chunk t the stack holds the chaining values of one subtree for each 1 in t,
 * written in binary, the largest at the bottom. A new chunk merges upwards as a carry does, unless
 * it is the last: that one is merged with all that the stack holds, and ends as the root.
 *
 * Bound: a G has 6 additions, 4 rotations and 4 XORs, the final state 8 XORs: 7 x 112 + 8 = 792
 * operations a compression, 17 compressions for 16 blocks of a chunk. At two a cycle in 16 lanes
 * they are 0.41 cycles/byte.
 *
 * Rejected: lanes for the chunks of one message (as libraries have it). Words of all messages are
 * in their lanes at every level of the tree here, and no lane is idle near the root.
 */
#include "halves.h"

enum { BLOCK = 64, CHUNK = 1024, DEPTH = 54 };

enum { CHUNK_START = 1, CHUNK_END = 2, PARENT = 4, ROOT = 8 };

static const element initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

/* Words in the order of use. */
#define ROUND(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15)                \
    HALVES(0, 0, 0, m[s0], m[s2], m[s4], m[s6], 16, 12);                                           \
    HALVES(0, 0, 0, m[s1], m[s3], m[s5], m[s7], 8, 7);                                             \
    HALVES(1, 2, 3, m[s8], m[s10], m[s12], m[s14], 16, 12);                                        \
    HALVES(1, 2, 3, m[s9], m[s11], m[s13], m[s15], 8, 7)

/* A node before its last compression. */
typedef struct {
    word h[8];  /* chaining value */
    word m[16]; /* block */
    uint64_t t; /* index of the chunk */
    unsigned bytes, flags;
} node;

/* The chaining value that follows; h may be n->h or in n->m. */
static __attribute__((noinline)) void compress(word h[8], const node *n) {
    const element last[4] = {(element)n->t, (element)(n->t >> 32), n->bytes, n->flags};
    word m[16], v[16];

    for (int i = 0; i < 16; i++)
        m[i] = n->m[i];
    for (int i = 0; i < 8; i++) {
        v[i] = n->h[i];
        v[8 + i] = ALL(i < 4 ? initial[i] : last[i - 4]);
    }
    ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    ROUND(2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8);
    ROUND(3, 4, 10, 12, 13, 2, 7, 14, 6, 5, 9, 0, 11, 15, 8, 1);
    ROUND(10, 7, 12, 9, 14, 3, 13, 15, 4, 0, 11, 2, 5, 8, 1, 6);
    ROUND(12, 13, 9, 11, 15, 10, 14, 8, 7, 2, 5, 3, 0, 1, 6, 4);
    ROUND(9, 14, 11, 5, 8, 12, 15, 1, 13, 3, 0, 10, 2, 6, 4, 7);
    ROUND(11, 15, 5, 0, 1, 9, 8, 6, 14, 10, 2, 12, 3, 4, 7, 13);
    for (int i = 0; i < 8; i++)
        h[i] = v[i] ^ v[8 + i];
}

static void start(node *n, uint64_t t, unsigned flags) {
    for (int i = 0; i < 8; i++)
        n->h[i] = ALL(initial[i]);
    n->t = t;
    n->bytes = BLOCK;
    n->flags = flags;
}

/* Chunk t of the messages, `size` bytes from `at` on. */
static void chunk(node *n, const unsigned char *const in[LANES], unsigned long long at,
                  unsigned size, uint64_t t) {
    TAILS(BLOCK) tails;

    start(n, t, CHUNK_START);
    for (; size > BLOCK; size -= BLOCK, at += BLOCK) {
        load_words(n->m, in, at, 16, 0);
        compress(n->h, n);
        n->flags = 0;
    }
    if (size == BLOCK) {
        load_words(n->m, in, at, 16, 0);
    } else {
        OPEN_TAILS(tails, in, at + size, size, BLOCK);
        load_words(n->m, tails.of, 0, 16, 0);
    }
    n->bytes = size;
    n->flags |= CHUNK_END;
}

/* Makes of the node on the right its parent. */
static void merge(node *n, const word left[8]) {
    compress(n->m + 8, n);
    for (int i = 0; i < 8; i++)
        n->m[i] = left[i];
    start(n, 0, PARENT);
}

static void hash_group(unsigned char *const out[LANES], const unsigned char *const in[LANES],
                       unsigned long long inlen) {
    word stack[DEPTH][8];
    unsigned depth = 0;
    unsigned long long at = 0;
    uint64_t t = 0;
    node n;

    for (; inlen - at > CHUNK; at += CHUNK) {
        chunk(&n, in, at, CHUNK, t++);
        for (uint64_t subtrees = t; subtrees % 2 == 0; subtrees /= 2)
            merge(&n, stack[--depth]);
        compress(stack[depth++], &n);
    }
    chunk(&n, in, at, (unsigned)(inlen - at), t);
    while (depth > 0)
        merge(&n, stack[--depth]);
    n.flags |= ROOT;
    compress(n.h, &n);
    store_words(out, n.h, 8, 0);
}
