/* SPDX-License-Identifier: MIT */

/*
 * Reference implementation of KangarooTwelve: KT128 of RFC 9861, with the empty customization
 * string and one block of output.
 *
 * Technique: S of the RFC is the message and one zero byte (the length of the empty customization
 * string). It is cut into chunks of 8192 bytes. A single chunk is hashed by TurboSHAKE128; of more,
 * each but the first is hashed to a chaining value, and the final node absorbs the first chunk and
 * these values as they come. TurboSHAKE128 is the sponge over the last 12 rounds of keccak_p.h.
 *
 * Bound: the zero byte is always in the last chunk, behind the inlen % 8192 bytes of message that
 * no full chunk has; so inlen / 8192 chunks come before the last, S is never copied, and its
 * length, which could exceed 64 bits, is never computed. The position in a sponge is below the
 * rate before and after every byte. Neither the digest nor a chaining value is longer than the
 * rate, so a sponge is squeezed once; the digest is written after the last read of the input: out
 * may be in.
 *
 * Rejected: several leaves side by side, which the tree is made for. It would hide the tree behind
 * vectors of states.
 */

#include "crypto_hash.h"
#include "keccak_p.h"

enum { ROUNDS = 12, RATE_BYTES = 168, CHUNK_BYTES = 8192, CHAINING_BYTES = 32 };

/* The domain separation bytes D of section 3.2, which hold the first 1 of the padding. */
enum { SINGLE_NODE = 0x07, FINAL_NODE = 0x06, LEAF = 0x0b };

_Static_assert(crypto_hash_BYTES <= RATE_BYTES, "the digest must fit into one block");

typedef struct {
    lane A[25];
    unsigned position;
} sponge;

static void absorb(sponge *s, const unsigned char *in, unsigned long long inlen) {
    for (unsigned long long i = 0; i < inlen; i++) {
        absorb_byte(s->A, s->position, in[i]);
        if (++s->position == RATE_BYTES) {
            keccak_p(s->A, ROUNDS);
            s->position = 0;
        }
    }
}

/* Pads what was absorbed. The two ends of the padding may share a byte, so they are added. */
static void squeeze(sponge *s, unsigned char D, unsigned char *out, unsigned outlen) {
    absorb_byte(s->A, s->position, D);
    absorb_byte(s->A, RATE_BYTES - 1, 0x80);
    keccak_p(s->A, ROUNDS);
    for (unsigned i = 0; i < outlen; i++) {
        out[i] = squeeze_byte(s->A, i);
    }
}

/* Chunk i of S, where M[0..size) is the message. */
static void absorb_chunk(sponge *s, const unsigned char *M, unsigned long long size,
                         unsigned long long i) {
    static const unsigned char empty_customization[1] = {0};

    if (i < size / CHUNK_BYTES) {
        absorb(s, M + i * CHUNK_BYTES, CHUNK_BYTES);
    } else {
        absorb(s, M + i * CHUNK_BYTES, size % CHUNK_BYTES);
        absorb(s, empty_customization, 1);
    }
}

/* length_encode of section 3.3: x in big-endian bytes, as few as hold it, and their number. */
static void absorb_length(sponge *s, unsigned long long x) {
    unsigned char bytes[sizeof x + 1];
    unsigned char n = 0;

    while (n < sizeof x && x >> 8 * n != 0) {
        n++;
    }
    for (unsigned i = 0; i < n; i++) {
        bytes[i] = (unsigned char)(x >> 8 * (n - 1 - i));
    }
    bytes[n] = n;
    absorb(s, bytes, n + 1U);
}

static void absorb_leaf(sponge *final, const unsigned char *M, unsigned long long size,
                        unsigned long long i) {
    sponge leaf = {{0}, 0};
    unsigned char chaining_value[CHAINING_BYTES];

    absorb_chunk(&leaf, M, size, i);
    squeeze(&leaf, LEAF, chaining_value, CHAINING_BYTES);
    absorb(final, chaining_value, CHAINING_BYTES);
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    static const unsigned char before_leaves[8] = {3}, after_leaves[2] = {0xff, 0xff};
    const unsigned long long leaves = inlen / CHUNK_BYTES;
    sponge s = {{0}, 0};

    absorb_chunk(&s, in, inlen, 0);
    if (leaves == 0) {
        squeeze(&s, SINGLE_NODE, out, crypto_hash_BYTES);
        return 0;
    }
    absorb(&s, before_leaves, sizeof before_leaves);
    for (unsigned long long i = 1; i <= leaves; i++) {
        absorb_leaf(&s, in, inlen, i);
    }
    absorb_length(&s, leaves);
    absorb(&s, after_leaves, sizeof after_leaves);
    squeeze(&s, FINAL_NODE, out, crypto_hash_BYTES);
    return 0;
}
