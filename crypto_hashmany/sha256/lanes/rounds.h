/* SPDX-License-Identifier: MIT */
/* SHA-2 on words: FIPS 180-4. WORD_BITS and the initial state START come from
 * parameters.h.
 *
 * Technique: sixteen words of schedule that are replaced as the rounds use them; the eight
 * variables change their names, so that nothing is moved. Sigma and sigma are two rotations (or a
 * shift) and one operation of three inputs where there is one.
 *
 * Bound: a round has 7 additions, 6 rotations and 4 operations of three inputs; an expanded word 3
 * additions, 4 rotations, 2 shifts and 2 operations of three inputs. 64 x 17 + 48 x 11 = 1616 of
 * SHA-256 (80 x 17 + 64 x 11 = 2064 of SHA-512) at two a cycle in 16 (8) lanes are 0.79 (1.01)
 * cycles/byte.
 */
enum { ROUNDS = WORD_BITS == 32 ? 64 : 80, WORD_BYTES = WORD_BITS / 8, BLOCK = 16 * WORD_BYTES };

#if WORD_BITS == 32
#define SIGMA(x, a, b, c, a64, b64, c64) XOR3(ROTR(x, a), ROTR(x, b), ROTR(x, c))
#define MIXED(x, a, b, c, a64, b64, c64) XOR3(ROTR(x, a), ROTR(x, b), (x) >> (c))
#else
#define SIGMA(x, a, b, c, a64, b64, c64) XOR3(ROTR(x, a64), ROTR(x, b64), ROTR(x, c64))
#define MIXED(x, a, b, c, a64, b64, c64) XOR3(ROTR(x, a64), ROTR(x, b64), (x) >> (c64))
#endif
#define SIGMA0(x) SIGMA(x, 2, 13, 22, 28, 34, 39)
#define SIGMA1(x) SIGMA(x, 6, 11, 25, 14, 18, 41)
#define MIXED0(x) MIXED(x, 7, 18, 3, 1, 8, 7)
#define MIXED1(x) MIXED(x, 17, 19, 10, 19, 61, 6)

/* Of SHA-512; the first 64 words of SHA-256 are their upper halves. */
#if WORD_BITS == 32
#define K(x) (element)(UINT64_C(x) >> 32)
#else
#define K(x) UINT64_C(x)
#endif
CONSTANT element constants[80] = {
    K(0x428a2f98d728ae22), K(0x7137449123ef65cd), K(0xb5c0fbcfec4d3b2f), K(0xe9b5dba58189dbbc),
    K(0x3956c25bf348b538), K(0x59f111f1b605d019), K(0x923f82a4af194f9b), K(0xab1c5ed5da6d8118),
    K(0xd807aa98a3030242), K(0x12835b0145706fbe), K(0x243185be4ee4b28c), K(0x550c7dc3d5ffb4e2),
    K(0x72be5d74f27b896f), K(0x80deb1fe3b1696b1), K(0x9bdc06a725c71235), K(0xc19bf174cf692694),
    K(0xe49b69c19ef14ad2), K(0xefbe4786384f25e3), K(0x0fc19dc68b8cd5b5), K(0x240ca1cc77ac9c65),
    K(0x2de92c6f592b0275), K(0x4a7484aa6ea6e483), K(0x5cb0a9dcbd41fbd4), K(0x76f988da831153b5),
    K(0x983e5152ee66dfab), K(0xa831c66d2db43210), K(0xb00327c898fb213f), K(0xbf597fc7beef0ee4),
    K(0xc6e00bf33da88fc2), K(0xd5a79147930aa725), K(0x06ca6351e003826f), K(0x142929670a0e6e70),
    K(0x27b70a8546d22ffc), K(0x2e1b21385c26c926), K(0x4d2c6dfc5ac42aed), K(0x53380d139d95b3df),
    K(0x650a73548baf63de), K(0x766a0abb3c77b2a8), K(0x81c2c92e47edaee6), K(0x92722c851482353b),
    K(0xa2bfe8a14cf10364), K(0xa81a664bbc423001), K(0xc24b8b70d0f89791), K(0xc76c51a30654be30),
    K(0xd192e819d6ef5218), K(0xd69906245565a910), K(0xf40e35855771202a), K(0x106aa07032bbd1b8),
    K(0x19a4c116b8d2d0c8), K(0x1e376c085141ab53), K(0x2748774cdf8eeb99), K(0x34b0bcb5e19b48a8),
    K(0x391c0cb3c5c95a63), K(0x4ed8aa4ae3418acb), K(0x5b9cca4f7763e373), K(0x682e6ff3d6b2b8a3),
    K(0x748f82ee5defb2fc), K(0x78a5636f43172f60), K(0x84c87814a1f0ab72), K(0x8cc702081a6439ec),
    K(0x90befffa23631e28), K(0xa4506cebde82bde9), K(0xbef9a3f7b2c67915), K(0xc67178f2e372532b),
    K(0xca273eceea26619c), K(0xd186b8c721c0c207), K(0xeada7dd6cde0eb1e), K(0xf57d4f7fee6ed178),
    K(0x06f067aa72176fba), K(0x0a637dc5a2c898a6), K(0x113f9804bef90dae), K(0x1b710b35131c471b),
    K(0x28db77f523047d84), K(0x32caab7b40c72493), K(0x3c9ebe0a15c9bebc), K(0x431d67c49c100d4c),
    K(0x4cc5d4becb3e42b6), K(0x597f299cfc657e2a), K(0x5fcb6fab3ad6faec), K(0x6c44198c4a475817),
};

CONSTANT element start[8] = START;

#define KEPT(i) w[i]
#define EXPANDED(i)                                                                                \
    (w[i] += MIXED0(w[((i) + 1) % 16]) + w[((i) + 9) % 16] + MIXED1(w[((i) + 14) % 16]))

#define ROUND(a, b, c, d, e, f, g, h, i, from)                                                     \
    do {                                                                                           \
        word t_ = h + (from(i) + ALL(constants[t + i])) + SELECT(e, f, g);                         \
        t_ += SIGMA1(e);                                                                           \
        d += t_;                                                                                   \
        h = t_ + MAJORITY(a, b, c) + SIGMA0(a);                                                    \
    } while (0)

#define EIGHT_ROUNDS(i, from)                                                                      \
    do {                                                                                           \
        ROUND(a, b, c, d, e, f, g, h, i, from);                                                    \
        ROUND(h, a, b, c, d, e, f, g, i + 1, from);                                                \
        ROUND(g, h, a, b, c, d, e, f, i + 2, from);                                                \
        ROUND(f, g, h, a, b, c, d, e, i + 3, from);                                                \
        ROUND(e, f, g, h, a, b, c, d, i + 4, from);                                                \
        ROUND(d, e, f, g, h, a, b, c, i + 5, from);                                                \
        ROUND(c, d, e, f, g, h, a, b, i + 6, from);                                                \
        ROUND(b, c, d, e, f, g, h, a, i + 7, from);                                                \
    } while (0)

#define SIXTEEN_ROUNDS(from)                                                                       \
    do {                                                                                           \
        EIGHT_ROUNDS(0, from);                                                                     \
        EIGHT_ROUNDS(8, from);                                                                     \
    } while (0)

/* One block w, which is not kept. */
INLINE void rounds(word state[8], word w[16]) {
    word a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5],
         g = state[6], h = state[7];
    unsigned t = 0;

    SIXTEEN_ROUNDS(KEPT);
    DEVICE_UNROLLED
    for (t = 16; t < ROUNDS; t += 16)
        SIXTEEN_ROUNDS(EXPANDED);
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
}
