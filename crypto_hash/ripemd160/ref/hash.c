/* SPDX-License-Identifier: MIT */
/* RIPEMD-160: the reference, after H. Dobbertin, A. Bosselaers and B. Preneel, "RIPEMD-160: a
 * strengthened version of RIPEMD" (1996), appendix A. Definitions and steps are those of its
 * pseudo-code. What has a prime there, A' or r', has an underscore behind it here: A_, r_.
 *
 * Section 2 of the paper has padding and the order of bytes as in MD4: blocks.h, as in MD5.
 */
#include "crypto_hash.h"
#include <stdint.h>

typedef uint32_t word;

/* h0 to h4. */
static const word INITIAL[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};

#include "blocks.h"

/* Nonlinear functions at bit level. */
static word f(int j, word x, word y, word z) {
    if (j <= 15)
        return x ^ y ^ z;
    if (j <= 31)
        return (x & y) | (~x & z);
    if (j <= 47)
        return (x | ~y) ^ z;
    if (j <= 63)
        return (x & z) | (y & ~z);
    return x ^ (y | ~z);
}

/* Added constants K(j) and K'(j), j / 16 being the round: 2^30 times the square roots and cube
 * roots of 2, 3, 5 and 7, integer parts. */
static const word K[5] = {0x00000000, 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xa953fd4e};
static const word K_[5] = {0x50a28be6, 0x5c4dd124, 0x6d703ef3, 0x7a6d76e9, 0x00000000};

// clang-format off

/* Selection of message word: r(j) and r'(j), a round in a row. */
static const unsigned char r[80] = {
     0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15,
     7,  4, 13,  1, 10,  6, 15,  3, 12,  0,  9,  5,  2, 14, 11,  8,
     3, 10, 14,  4,  9, 15,  8,  1,  2,  7,  0,  6, 13, 11,  5, 12,
     1,  9, 11, 10,  0,  8, 12,  4, 13,  3,  7, 15, 14,  5,  6,  2,
     4,  0,  5,  9,  7, 12,  2, 10, 14,  1,  3,  8, 11,  6, 15, 13};

static const unsigned char r_[80] = {
     5, 14,  7,  0,  9,  2, 11,  4, 13,  6, 15,  8,  1, 10,  3, 12,
     6, 11,  3,  7,  0, 13,  5, 10, 14, 15,  8, 12,  4,  9,  1,  2,
    15,  5,  1,  3,  7, 14,  6,  9, 11,  8, 12,  2, 10,  0,  4, 13,
     8,  6,  4,  1,  3, 11, 15,  0,  5, 12,  2, 13,  9,  7, 10, 14,
    12, 15, 10,  4,  1,  5,  8,  7,  6,  2, 13, 14,  0,  3,  9, 11};

/* Amount for rotate left (rol): s(j) and s'(j). */
static const unsigned char s[80] = {
    11, 14, 15, 12,  5,  8,  7,  9, 11, 13, 14, 15,  6,  7,  9,  8,
     7,  6,  8, 13, 11,  9,  7, 15,  7, 12, 15,  9, 11,  7, 13, 12,
    11, 13,  6,  7, 14,  9, 13, 15, 14,  8, 13,  6,  5, 12,  7,  5,
    11, 12, 14, 15, 14, 15,  9,  8,  9, 14,  5,  6,  8,  6,  5, 12,
     9, 15,  5, 11,  6,  8, 13, 12,  5, 12, 13, 14, 11,  8,  5,  6};

static const unsigned char s_[80] = {
     8,  9,  9, 11, 13, 15, 15,  5,  7,  7,  8, 11, 14, 14, 12,  6,
     9, 13, 15,  7, 12,  8,  9, 11,  7,  7, 12,  7,  6, 15, 13, 11,
     9,  7, 15, 11,  8,  6,  6, 14, 12, 13,  5, 14, 13, 13,  7,  5,
    15,  5,  8, 11, 14, 14,  6, 14,  6,  9, 12,  9, 12,  5, 15,  8,
     8,  5, 12,  9, 12,  5, 14,  6,  8, 13,  6,  5, 15, 13, 11, 11};

// clang-format on

static word rol(int s, word x) { return x << s | x >> (32 - s); }

/* One block M of 16 words X. */
static void hash_block(word h[WORDS_OF_STATE], const unsigned char *M) {
    word A = h[0], B = h[1], C = h[2], D = h[3], E = h[4];
    word A_ = h[0], B_ = h[1], C_ = h[2], D_ = h[3], E_ = h[4];
    word X[16], T;

    for (int i = 0; i < 16; i++)
        X[i] = load_word(M + 4 * i);
    for (int j = 0; j <= 79; j++) {
        T = rol(s[j], A + f(j, B, C, D) + X[r[j]] + K[j / 16]) + E;
        A = E;
        E = D;
        D = rol(10, C);
        C = B;
        B = T;
        T = rol(s_[j], A_ + f(79 - j, B_, C_, D_) + X[r_[j]] + K_[j / 16]) + E_;
        A_ = E_;
        E_ = D_;
        D_ = rol(10, C_);
        C_ = B_;
        B_ = T;
    }
    T = h[1] + C + D_;
    h[1] = h[2] + D + E_;
    h[2] = h[3] + E + A_;
    h[3] = h[4] + A + B_;
    h[4] = h[0] + B + C_;
    h[0] = T;
}
