/* SPDX-License-Identifier: MIT */
/* BLAKE2b and BLAKE2s of LANES messages, without key, with the longest digest: RFC 7693. WORD_BITS
 * comes from parameters.h.
 *
 * Technique: the state in sixteen vectors, the message in memory; all rounds are written out, so
 * that every index of the permutations is a constant. The four G of a half round, which do not
 * depend on each other, go side by side.
 *
 * Bound: a G has 6 additions, 4 rotations and 4 XORs, the final state 8 operations of three inputs.
 * 12 x 112 + 8 = 1352 of BLAKE2b (10 x 112 + 8 = 1128 of BLAKE2s) at two a cycle in 8 (16) lanes
 * are 0.66 (0.55) cycles/byte.
 *
 * Rejected: rotations by 8, 16, 24 and 32 as shuffles of bytes with AVX-512. Port 0 has no more
 * than its half of the work as it is.
 */
#include "halves.h"
#include "sigma.h"

enum { BLOCK = 2 * WORD_BITS };

#if WORD_BITS == 32
enum { R1 = 16, R2 = 12, R3 = 8, R4 = 7 };
#else
enum { R1 = 32, R2 = 24, R3 = 16, R4 = 63 };
#endif

/* Of BLAKE2b; those of BLAKE2s are the upper halves. */
static const uint64_t initial[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};
#define INITIAL(i) ((element)(initial[i] >> (64 - WORD_BITS)))

#define ROUND(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15)                \
    HALVES(0, 0, 0, m[s0], m[s2], m[s4], m[s6], R1, R2);                                           \
    HALVES(0, 0, 0, m[s1], m[s3], m[s5], m[s7], R3, R4);                                           \
    HALVES(1, 2, 3, m[s8], m[s10], m[s12], m[s14], R1, R2);                                        \
    HALVES(1, 2, 3, m[s9], m[s11], m[s13], m[s15], R3, R4)

/* One block of every message, at whose end `done` bytes lie behind. */
APART void compress(word h[8], const unsigned char *const in[LANES], size_t at,
                    unsigned long long done, int is_last) {
    const element counter[4] = {(element)done,
                                (element)(done >> (WORD_BITS / 2) >> (WORD_BITS / 2)),
                                is_last ? (element)-1 : 0};
    word m[16], v[16];

    load_words(m, in, at, 16, 0);
    for (int i = 0; i < 8; i++) {
        v[i] = h[i];
        v[8 + i] = ALL(INITIAL(i) ^ (i < 4 ? 0 : counter[i - 4]));
    }
    TEN_ROUNDS;
#if WORD_BITS == 64
    ROUND_0;
    ROUND_1;
#endif
    for (int i = 0; i < 8; i++)
        h[i] = XOR3(h[i], v[i], v[8 + i]);
}

static void hash_group(unsigned char *const out[LANES], const unsigned char *const in[LANES],
                       unsigned long long inlen) {
    static const unsigned char zeros[BLOCK];
    unsigned long long at = 0;
    TAILS(BLOCK) tails;
    word h[8];

    for (int i = 0; i < 8; i++)
        h[i] = ALL(INITIAL(i) ^ (i == 0 ? 0x01010000 ^ DIGEST_BYTES : 0));
    /* The last block, which may be full, is marked. */
    for (; inlen - at > BLOCK; at += BLOCK)
        compress(h, in, at, at + BLOCK, 0);
    if (inlen - at == BLOCK) {
        compress(h, in, at, inlen, 1);
    } else {
        END_TAILS(tails, in, inlen, inlen - at, zeros);
        compress(h, tails.of, 0, inlen, 1);
    }
    store_words(out, h, 8, 0);
}
