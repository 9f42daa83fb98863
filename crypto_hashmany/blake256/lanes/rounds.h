/* SPDX-License-Identifier: MIT */
/* BLAKE-256 without salt, on words: "SHA-3 proposal BLAKE", final round, section 2.1.
 *
 * Technique: the state in sixteen vectors, the message in memory; all rounds are written out, so
 * that every index of the permutations is a constant. The four G of a half round, which do not
 * depend on each other, go side by side.
 *
 * Bound: a G has 6 additions, 4 rotations and 4 XORs, and takes 2 message words, each XORed with a
 * constant. There are 132 different pairs of word and constant in all rounds (the last four rounds
 * repeat the first). The initial and the final state take 12 operations. 14 x 112 + 132 + 12 = 1712
 * operations at two a cycle in 16 lanes are 0.84 cycles/byte.
 *
 * Rejected: rotations by 8 and 16 as shuffles of bytes with AVX-512. Port 0 has no more than its
 * half of the work as it is.
 */
#include "halves.h"
#include "sigma.h"

enum { BLOCK = 64 };

CONSTANT element constants[16] = {
    0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89,
    0x452821e6, 0x38d01377, 0xbe5466cf, 0x34e90c6c, 0xc0ac29b7, 0xc97c50dd, 0x3f84d5b5, 0xb5470917,
};

CONSTANT element start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                             0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

#define KEYED(i, j) (m[i] ^ ALL(constants[j]))

#define ROUND(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15)                \
    HALVES(0, 0, 0, KEYED(s0, s1), KEYED(s2, s3), KEYED(s4, s5), KEYED(s6, s7), 16, 12);           \
    HALVES(0, 0, 0, KEYED(s1, s0), KEYED(s3, s2), KEYED(s5, s4), KEYED(s7, s6), 8, 7);             \
    HALVES(1, 2, 3, KEYED(s8, s9), KEYED(s10, s11), KEYED(s12, s13), KEYED(s14, s15), 16, 12);     \
    HALVES(1, 2, 3, KEYED(s9, s8), KEYED(s11, s10), KEYED(s13, s12), KEYED(s15, s14), 8, 7)

/* One block; `bits` of the message lie before its end. */
INLINE void rounds(word h[8], const word m[16], uint64_t bits) {
    word v[16];

    for (int i = 0; i < 8; i++) {
        v[i] = h[i];
        v[8 + i] = ALL(constants[i] ^ (i < 4 ? 0 : (element)(i < 6 ? bits : bits >> 32)));
    }
    TEN_ROUNDS;
    ROUND_0;
    ROUND_1;
    ROUND_2;
    ROUND_3;
    for (int i = 0; i < 8; i++)
        h[i] = XOR3(h[i], v[i], v[8 + i]);
}
