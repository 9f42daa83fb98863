/* SPDX-License-Identifier: MIT */

/*
 * KT128 (KangarooTwelve) and KT256 of RFC 9861, section 3, with the empty customization string and
 * at most one block of output. kangaroo.h says which of the two.
 *
 * Technique: a message of less than 8192 bytes is hashed by one sponge over the lanes of lane.h.
 * The full chunks of a longer one go to leaves(), MOST_WAYS at a time. The first chunk is among
 * them, though it is no leaf: leaves() gives away the state of its sponge after the chunk, and this
 * sponge goes on as the final node. Only the last chunk and the chaining values are left to a
 * single sponge. If there are fewer chunks than ways, the last full chunk fills them up: two chunks
 * already are faster so than one after the other.
 *
 * Invariant: S of the RFC is the message and one zero byte, the length of the empty customization
 * string. It lies in the last chunk, behind inlen % 8192 bytes. The final node absorbs whole lanes
 * up to the number of leaves. Digest and chaining values are shorter than the rate, so a sponge is
 * squeezed once. The digest is written after the last read of the message: the two may overlap.
 */

#include "crypto_hash.h"
#include "lane.h"

#include "keccak_p.h"

#include "one_way.h"

#include "chunks.h"
#include "leaves.h"
#include <string.h>

_Static_assert(crypto_hash_BYTES <= RATE_BYTES, "the digest must fit into one block");

#define ABSORB_LANE(i)                                                                             \
    if ((i) < RATE_LANES) {                                                                        \
        A[i] = XOR(A[i], LOAD(block + 8 * (i)));                                                   \
    }
#define SQUEEZE_LANE(i)                                                                            \
    if ((i) < RATE_LANES) {                                                                        \
        STORE(block + 8 * (i), A[i], i);                                                           \
    }

/* Inlined, because a pointer to A that leaves a function keeps all of A in memory. */
INLINE void squeeze(unsigned char *out, unsigned outlen, const V A[25]) {
    unsigned char block[RATE_BYTES];

    FIRST_21_LANES(SQUEEZE_LANE)
    memcpy(out, block, outlen);
}

/* The last block or blocks of a node: the end of the message, the zero byte, the padding. */
static unsigned pad(unsigned char last[2 * RATE_BYTES], const unsigned char *rest, unsigned length,
                    unsigned char D) {
    const unsigned blocks = length + 1 < RATE_BYTES ? 1 : 2;

    memset(last, 0, blocks * RATE_BYTES);
    if (length != 0) {
        memcpy(last, rest, length);
    }
    last[length + 1] = D;
    last[blocks * RATE_BYTES - 1] |= 0x80;
    return blocks;
}

/* The last chunk, which ends with the zero byte. */
TARGET static void hash_last_chunk(unsigned char *out, unsigned outlen, const unsigned char *in,
                                   unsigned inlen, unsigned char D) {
    unsigned char last[2 * RATE_BYTES];
    const unsigned char *block = in;
    const unsigned full = inlen / RATE_BYTES;
    const unsigned padded = pad(last, in + full * RATE_BYTES, inlen % RATE_BYTES, D);
    V A[25];

    ALL_LANES(CLEAR_LANE)
    for (unsigned i = 0; i < full + padded; i++) {
        if (i == full) {
            block = last;
        }
        FIRST_21_LANES(ABSORB_LANE)
        keccak_p(A, ROUNDS);
        block += RATE_BYTES;
    }
    squeeze(out, outlen, A);
}

/* The final node: its state, and how many lanes of the block are absorbed. */
typedef struct {
    V A[25];
    unsigned position;
} sponge;

#define RESUME_LANE(i) s->A[i] = XOR(ZERO(i), LOAD(state + 8 * (i)));

TARGET static void resume(sponge *s, const unsigned char state[STATE_BYTES]) {
    ALL_LANES(RESUME_LANE)
    s->position = LAST_LANES;
}

TARGET static void permute(V state[25]) {
    V A[25];

    memcpy(A, state, sizeof A);
    keccak_p(A, ROUNDS);
    memcpy(state, A, sizeof A);
}

/* A full block is kept until more lanes come, because the last block needs the padding. */
TARGET static void absorb_lanes(sponge *s, const unsigned char *in, unsigned lanes) {
    for (unsigned i = 0; i < lanes; i++) {
        if (s->position == RATE_LANES) {
            permute(s->A);
            s->position = 0;
        }
        s->A[s->position] = XOR(s->A[s->position], LOAD(in + 8 * i));
        s->position++;
    }
}

/* length_encode of RFC 9861, section 3.3: the bytes of x, as few as hold it, and their number. */
static unsigned length_encode(unsigned char *out, unsigned long long x) {
    unsigned char n = 0;

    while (n < sizeof x && x >> 8 * n != 0) {
        n++;
    }
    for (unsigned i = 0; i < n; i++) {
        out[i] = (unsigned char)(x >> 8 * (n - 1 - i));
    }
    out[n] = n;
    return n + 1U;
}

TARGET static void finish(sponge *s, unsigned char *out, unsigned long long leaf_count) {
    static const unsigned char end[8] = {0, 0, 0, 0, 0, 0, 0, 0x80};
    unsigned char tail[16] = {0};
    unsigned length = length_encode(tail, leaf_count);

    tail[length++] = 0xff;
    tail[length++] = 0xff;
    tail[length++] = FINAL_NODE;
    absorb_lanes(s, tail, (length + 7) / 8);
    s->A[RATE_LANES - 1] = XOR(s->A[RATE_LANES - 1], LOAD(end));
    permute(s->A);
    squeeze(out, crypto_hash_BYTES, s->A);
}

/* The chaining values of `count` full chunks, but no more than MOST_WAYS. Returns their number. */
TARGET static unsigned hash_chunks(unsigned char *chaining_values, unsigned char *state,
                                   const unsigned char *in, unsigned long long count) {
    const unsigned char *chunk[MOST_WAYS];

    for (unsigned i = 0; i < MOST_WAYS; i++) {
        chunk[i] = in + CHUNK_BYTES * (i < count ? i : count - 1);
    }
    if (count == 1) {
        chunks(chaining_values, state, chunk);
        return 1;
    }
    leaves(chaining_values, state, chunk);
    return count < MOST_WAYS ? (unsigned)count : (unsigned)MOST_WAYS;
}

TARGET int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    static const unsigned char before_leaves[8] = {3};
    const unsigned long long leaf_count = inlen / CHUNK_BYTES;
    unsigned char chaining_values[MOST_WAYS * CHAINING_BYTES], state[STATE_BYTES];
    sponge s;

    if (leaf_count == 0) {
        hash_last_chunk(out, crypto_hash_BYTES, in, (unsigned)inlen, SINGLE_NODE);
        return 0;
    }
    for (unsigned long long i = 0; i < leaf_count;) {
        const unsigned n = hash_chunks(chaining_values, state, in, leaf_count - i);

        if (i == 0) {
            resume(&s, state);
            absorb_lanes(&s, before_leaves, 1);
            absorb_lanes(&s, chaining_values + CHAINING_BYTES, (n - 1) * CHAINING_BYTES / 8);
        } else {
            absorb_lanes(&s, chaining_values, n * CHAINING_BYTES / 8);
        }
        in += (size_t)CHUNK_BYTES * n;
        i += n;
    }
    hash_last_chunk(chaining_values, CHAINING_BYTES, in, (unsigned)(inlen % CHUNK_BYTES), LEAF);
    absorb_lanes(&s, chaining_values, CHAINING_BYTES / 8);
    finish(&s, out, leaf_count);
    return 0;
}
