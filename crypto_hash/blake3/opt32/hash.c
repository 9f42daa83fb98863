/* SPDX-License-Identifier: MIT */

/*
 * BLAKE3 in its default hashing mode, but for its compressions: the tree.
 *
 * Shared by all but the reference; kernel.h computes many nodes at once, and says how.
 *
 * Technique: chunks are hashed in groups of a power of two, so that a kernel has as many of them at
 * hand as it takes, and so it has parents: a level of a group's subtree is one call. Subtrees of
 * whole groups wait on a stack, as in the reference those of whole chunks. A chunk and a parent are
 * the same thing to a kernel, an input of 16 blocks or one.
 *
 * Invariant: a level of n nodes makes n / 2 parents, and a last one without a sibling goes up as it
 * is. That is the tree of the paper, whose left subtrees are full.
 *
 * Limit: above the lowest levels of a group, few parents are left for a kernel to take at once;
 * GROUP makes that 0.7 % of the time, with 16 at once, and keeps the chaining values in the cache.
 *
 * Bound: out is written after the last read of in, so it may be in.
 *
 * Rejected: the recursion by which the paper defines the tree. It halves the number of parents that
 * are known at a time at every step.
 */

#include "crypto_hash.h"
#include <stdint.h>

enum { BLOCK_BYTES = 64, CHUNK_BYTES = 1024, VALUE_BYTES = 32, GROUP = 256, DEPTH = 54 };

enum { CHUNK_START = 1, CHUNK_END = 2, PARENT = 4, ROOT = 8 };

/* The fractional parts of the square roots of the first 8 primes. */
static const uint32_t IV[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

/* A chaining value in bytes. */
typedef unsigned char value[VALUE_BYTES];

/* Inputs of so many blocks each, one after the other in memory; the last may be shorter. */
typedef struct {
    const unsigned char *in;
    unsigned blocks;
    unsigned last_blocks;      /* of the last input */
    unsigned last_bytes;       /* in the last block of the last input */
    const unsigned char *tail; /* that block, filled with zeros */
    uint64_t t;                /* counter of the first input */
    unsigned step;             /* by which the counter grows from input to input */
    uint32_t start, end, all;  /* flags of the first block, the last block, all blocks */
} inputs;

/* Block k of input i of n. Beyond its end the last input repeats its last block. */
static inline const unsigned char *block_of(const inputs *x, unsigned n, unsigned i, unsigned k) {
    if (i + 1 == n && k + 1 >= x->last_blocks) {
        return x->tail;
    }
    return x->in + ((unsigned long long)i * x->blocks + k) * BLOCK_BYTES;
}

/* Its flags, and those that the last input has more in its last block. */
static inline uint32_t flags_of(const inputs *x, unsigned k) {
    return x->all | (k == 0 ? x->start : 0) | (k + 1 == x->blocks ? x->end : 0);
}

#include "kernel.h"

/* The chaining values of n inputs, by the kernels: a kernel takes so many that it is the fastest,
 * and may write to WIDTH values. */
static void hash_many(value *to, const inputs *x, unsigned n) {
    unsigned taken = inputs_at_once(n);
    inputs part;

    if (taken < n) {
        part = *x;
        part.last_blocks = x->blocks;
        part.last_bytes = BLOCK_BYTES;
        for (; taken < n; taken = inputs_at_once(n)) {
            part.tail = block_of(&part, 0, taken - 1, x->blocks - 1);
            hash_at_once(to, &part, taken);
            part.in += (unsigned long long)taken * x->blocks * BLOCK_BYTES;
            part.t += (uint64_t)taken * x->step;
            to += taken;
            n -= taken;
        }
        part.last_blocks = x->last_blocks;
        part.last_bytes = x->last_bytes;
        part.tail = x->tail;
        x = &part;
    }
    hash_at_once(to, x, n);
}

/* Chunks: size bytes from chunk t on, of which the last may be short. `padded` is for its last
 * block.
 */
static inline inputs chunks(const unsigned char *in, unsigned size, uint64_t t, uint32_t root,
                            unsigned char padded[BLOCK_BYTES]) {
    unsigned last = size == 0 ? 0 : (size - 1) % CHUNK_BYTES + 1;
    unsigned last_blocks = last == 0 ? 1 : (last + BLOCK_BYTES - 1) / BLOCK_BYTES;
    unsigned last_bytes = last - (last_blocks - 1) * BLOCK_BYTES;
    const unsigned char *tail = in + (size - last_bytes);

    if (last_bytes < BLOCK_BYTES) {
        __builtin_memset(padded, 0, BLOCK_BYTES);
        __builtin_memcpy(padded, tail, last_bytes);
        tail = padded;
    }
    return (inputs){in,
                    CHUNK_BYTES / BLOCK_BYTES,
                    last_blocks,
                    last_bytes,
                    tail,
                    t,
                    1,
                    CHUNK_START,
                    CHUNK_END | root,
                    0};
}

/* The number of chunks of so many bytes, and their chaining values. */
static unsigned hash_chunks(value *to, const unsigned char *in, unsigned size, uint64_t t) {
    unsigned n = (size + CHUNK_BYTES - 1) / CHUNK_BYTES;
    unsigned char padded[BLOCK_BYTES];
    inputs x = chunks(in, size, t, 0, padded);

    hash_many(to, &x, n);
    return n;
}

/* The root of a message of one chunk, which is no tree. */
static void hash_only(unsigned char *out, const unsigned char *in, unsigned size) {
    unsigned char padded[BLOCK_BYTES];
    inputs x = chunks(in, size, 0, ROOT, padded);
    value root;

    hash_at_once(&root, &x, 1);
    __builtin_memcpy(out, root, VALUE_BYTES);
}

/* The parents of 2n nodes. */
static void hash_parents(value *to, const value *nodes, unsigned n, uint32_t root) {
    hash_many(
        to, &(inputs){nodes[0], 1, 1, BLOCK_BYTES, nodes[2 * n - 2], 0, 0, 0, 0, PARENT | root}, n);
}

/* The root of n nodes, which are overwritten; with `root` it is that of the whole tree. */
static void hash_subtree(value top, value *nodes, unsigned n, uint32_t root) {
    value others[GROUP / 2 + WIDTH], *from = nodes, *to = others;

    while (n > 1) {
        unsigned pairs = n / 2;

        hash_parents(to, (const value *)from, pairs, n == 2 ? root : 0);
        if (n % 2 > 0) {
            __builtin_memcpy(to[pairs], from[n - 1], VALUE_BYTES);
        }
        n = pairs + n % 2;
        value *swap = from;
        from = to;
        to = swap;
    }
    __builtin_memcpy(top, from[0], VALUE_BYTES);
}

/* Merges the topmost nodes of the stack, which become one. */
static void merge(value *stack, unsigned depth, uint32_t root) {
    value parents[WIDTH];

    hash_parents(parents, (const value *)stack + depth - 2, 1, root);
    __builtin_memcpy(stack[depth - 2], parents[0], VALUE_BYTES);
}

static void hash_tree(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    value nodes[GROUP + WIDTH], stack[DEPTH];
    const unsigned group_bytes = GROUP * CHUNK_BYTES;
    unsigned depth = 0, n;
    uint64_t t = 0;

    for (; inlen > group_bytes; inlen -= group_bytes) {
        hash_chunks(nodes, in, group_bytes, t);
        hash_subtree(stack[depth++], nodes, GROUP, 0);
        t += GROUP;
        in += group_bytes;
        for (uint64_t subtrees = t / GROUP; subtrees % 2 == 0; subtrees /= 2) {
            merge(stack, depth--, 0);
        }
    }
    n = hash_chunks(nodes, in, (unsigned)inlen, t);
    hash_subtree(stack[depth], nodes, n, depth == 0 ? ROOT : 0);
    depth++;
    while (depth > 1) {
        merge(stack, depth, depth == 2 ? ROOT : 0);
        depth--;
    }
    __builtin_memcpy(out, stack[0], VALUE_BYTES);
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    if (inlen <= CHUNK_BYTES) {
        hash_only(out, in, (unsigned)inlen);
    } else {
        hash_tree(out, in, inlen);
    }
    return 0;
}
