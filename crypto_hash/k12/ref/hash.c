/* SPDX-License-Identifier: MIT */

/*
 * Reference implementation of KT128 (KangarooTwelve) and KT256: RFC 9861, sections 3.2 to 3.4, with
 * the empty customization string C. kangaroo.h says which of the two.
 *
 * Technique: S is the message M and one zero byte, length_encode(|C|). It is cut into the chunks
 * S_0 ... S_(n-1) of 8192 bytes; the last one may be shorter. The nodes of the tree are inputs of
 * TurboSHAKE, which is the sponge of sponge.h. FinalNode is never stored: its sponge absorbs S_0
 * and the chaining values as they come.
 *
 * Invariant: the zero byte always lies in S_(n-1), behind the |M| % 8192 last bytes of M. So n is
 * |M| / 8192 + 1, no chunk is copied, and |S|, which could exceed 64 bits, is not needed.
 *
 * The digest is written after the last read of the message: the two may overlap.
 *
 * Rejected: several leaves side by side, which the tree is made for. It would hide the tree behind
 * vectors of states.
 */

#include "crypto_hash.h"
#include "kangaroo.h"

#include "keccak_p.h"

#include "sponge.h"

/* S_i, where M has `size` bytes. */
static void absorb_chunk(sponge *s, const unsigned char *M, unsigned long long size,
                         unsigned long long i) {
    static const unsigned char length_of_C[1] = {0};
    const unsigned char *chunk = M + i * CHUNK_BYTES;

    if (i < size / CHUNK_BYTES) {
        absorb(s, chunk, CHUNK_BYTES);
    } else {
        absorb(s, chunk, size % CHUNK_BYTES);
        absorb(s, length_of_C, sizeof length_of_C);
    }
}

/* Section 3.3, length_encode(x): the bytes of x, big-endian and as few as hold it; their number. */
static void absorb_length_encode(sponge *s, unsigned long long x) {
    unsigned char bytes[sizeof x + 1];
    unsigned char l = 0;

    while (l < sizeof x && x >> 8 * l != 0) {
        l++;
    }
    for (unsigned i = 0; i < l; i++) {
        bytes[i] = (unsigned char)(x >> 8 * (l - 1 - i));
    }
    bytes[l] = l;
    absorb(s, bytes, l + 1U);
}

/* CV_i = TurboSHAKE(S_i, LEAF, CHAINING_BYTES). */
static void absorb_chaining_value(sponge *final_node, const unsigned char *M,
                                  unsigned long long size, unsigned long long i) {
    unsigned char CV[CHAINING_BYTES];
    sponge leaf = {.position = 0};

    absorb_chunk(&leaf, M, size, i);
    pad(&leaf, LEAF);
    squeeze(&leaf, CV, CHAINING_BYTES);
    absorb(final_node, CV, CHAINING_BYTES);
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    static const unsigned char before_leaves[8] = {3}, after_leaves[2] = {0xff, 0xff};
    const unsigned long long n = inlen / CHUNK_BYTES + 1;
    sponge final_node = {.position = 0};

    absorb_chunk(&final_node, in, inlen, 0);
    if (n == 1) {
        pad(&final_node, SINGLE_NODE);
    } else {
        absorb(&final_node, before_leaves, sizeof before_leaves);
        for (unsigned long long i = 1; i < n; i++) {
            absorb_chaining_value(&final_node, in, inlen, i);
        }
        absorb_length_encode(&final_node, n - 1);
        absorb(&final_node, after_leaves, sizeof after_leaves);
        pad(&final_node, FINAL_NODE);
    }
    squeeze(&final_node, out, crypto_hash_BYTES);
    return 0;
}
