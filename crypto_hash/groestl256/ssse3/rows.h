/* SPDX-License-Identifier: MIT */
/*
 * SubBytes, ShiftBytes and MixBytes on eight rows of 16 bytes by shuffles of bytes, for processors
 * without instructions for AES.
 *
 * Technique: Hamburg's, "Accelerating AES with Vector Permute Instructions", CHES 2009: a shuffle
 * is 16 lookups in a table of 16 entries. GF(256) is taken as pairs of elements of GF(16), modulo
 * X^4 + X + 1: x = k + i w with k in the low nibble, i in the high one, and w^2 = 2 w + 2. With
 * j = i + k and N = k^2 + 2 i k + 2 i^2,
 *     p = 1 / (1/i + 2/k) + j = N / (k + 2 i)  and  q = 1 / (1/j + 2/k) + i = N / (k + 2 j),
 * and 1/x = (k + 2 i + i w) / N is a linear function of 1/p and 1/q. So S(x) is the sum of two
 * lookups more, and so are 2 S(x) and 4 S(x): the sums of MixBytes need no products. The state
 * stays in pairs. No address and no branch depends on data.
 *
 * Invariant: infinity, which is 1/0 and 2/0, has bit 7 set, and so has the sum of it and anything
 * finite. A shuffle gives 0 at such an index: the inverse of infinity is 0, and so is what an
 * infinite p or q adds to S(x) + 63. For x = 0 both are infinite: the infinities 1/i and 2/k add up
 * to 0, whose inverse is infinite again.
 */
#include "layout.h"

/* Bytes to pairs and back: w is b2, and 2 of GF(16) is 5c. */
static const unsigned char pair_of_low[16] = {0x00, 0x01, 0x1c, 0x1d, 0x2d, 0x2c, 0x31, 0x30,
                                              0x27, 0x26, 0x3b, 0x3a, 0x0a, 0x0b, 0x16, 0x17};
static const unsigned char pair_of_high[16] = {0x00, 0x86, 0xfd, 0x7b, 0x8e, 0x08, 0x73, 0xf5,
                                               0x77, 0xf1, 0x8a, 0x0c, 0xf9, 0x7f, 0x04, 0x82};
static const unsigned char byte_of_k[16] = {0x00, 0x01, 0x5c, 0x5d, 0xe0, 0xe1, 0xbc, 0xbd,
                                            0x50, 0x51, 0x0c, 0x0d, 0xb0, 0xb1, 0xec, 0xed};
static const unsigned char byte_of_i[16] = {0x00, 0xb2, 0xb5, 0x07, 0x3a, 0x88, 0x8f, 0x3d,
                                            0xac, 0x1e, 0x19, 0xab, 0x96, 0x24, 0x23, 0x91};

#define EACH_BYTE(x) (UINT64_C(0x0101010101010101) * (x))
#define ROUND_BYTES(round) EACH_BYTE(pair_of_low[round])
#define COLUMNS_0_TO_7 UINT64_C(0xf573088e7bfd8600)
#define COLUMNS_8_TO_15 UINT64_C(0x82047ff90c8af177)

/* 95 is the pair of ff, and a6 is that of 3 times 63, which MixBytes makes of the S-box's constant.
 */
#define ONES_BEFORE_Q EACH_BYTE(0x95)
#define ADDED_IN_P EACH_BYTE(0xa6)
#define ADDED_IN_Q EACH_BYTE(0xa6 ^ 0x95)
#define ADDED_LAST_IN_Q ADDED_IN_P

/* A shuffle does nothing else. */
#define INVERSE(k) (k)

/* 1/n and 2/n in GF(16). */
static const unsigned char one_over[16] = {0x80, 1, 9, 14, 13, 11, 7, 6, 15, 2, 12, 5, 10, 4, 3, 8};
static const unsigned char two_over[16] = {0x80, 2, 1, 15, 9, 5, 14, 12, 13, 4, 11, 10, 7, 8, 6, 3};

/* What 1/p and 1/q add to S(x) + 63, to 2 (S(x) + 63) and to 4 (S(x) + 63). */
static const unsigned char of_p[3][16] = {{0x00, 0xc3, 0x4f, 0x0c, 0xfc, 0x7c, 0x43, 0x80, 0xcf,
                                           0x33, 0x3f, 0x70, 0xbf, 0xb3, 0xf0, 0x8c},
                                          {0x00, 0x7c, 0x20, 0xcf, 0x92, 0x01, 0xef, 0x93, 0xb3,
                                           0x21, 0xee, 0xce, 0x7d, 0xb2, 0x5d, 0x5c},
                                          {0x00, 0x01, 0xf4, 0xb3, 0x5a, 0x1c, 0x47, 0x46, 0xb2,
                                           0xe8, 0x5b, 0xaf, 0x1d, 0xae, 0xe9, 0xf5}};
static const unsigned char of_q[3][16] = {{0x00, 0xe6, 0x72, 0xb7, 0xe5, 0xc6, 0xc5, 0x23, 0x51,
                                           0xb4, 0x03, 0x71, 0x20, 0x97, 0x52, 0x94},
                                          {0x00, 0xd1, 0xe5, 0xf7, 0xe6, 0x25, 0x12, 0xc3, 0x26,
                                           0xc0, 0x37, 0xd2, 0xf4, 0x03, 0x11, 0x34},
                                          {0x00, 0xb5, 0xe6, 0x2f, 0xd1, 0xad, 0xc9, 0x7c, 0x9a,
                                           0x4b, 0x64, 0x82, 0x18, 0x37, 0xfe, 0x53}};

#define LOOKUP(table, nibbles) shuffled(load(table), nibbles)

TARGET static inline vector load_elements(const unsigned char *bytes) {
    vector a = load(bytes);
    return xor2(LOOKUP(pair_of_low, low_nibbles(a)), LOOKUP(pair_of_high, high_nibbles(a)));
}

TARGET static inline void store_elements(unsigned char *bytes, vector a) {
    store(bytes, xor2(LOOKUP(byte_of_k, low_nibbles(a)), LOOKUP(byte_of_i, high_nibbles(a))));
}

/* S(x) + 63 times 1, 2 or 4, for n = 0, 1, 2, of row i. */
#define PRODUCT(n, i) xor2(LOOKUP(of_p[n], p[(i) % 8]), LOOKUP(of_q[n], q[(i) % 8]))

/*
 * b_i = t_(i+3) + t_(i+6) + y_i with t_i = 4 (a_i + a_(i+1)), u_i = a_(i+4) + 2 a_(i+7),
 * v_i = u_i + u_(i+1) and y_i = v_i + v_(i+2) + u_(i+6), indices modulo 8. One of t_(i+3) and
 * t_(i+6) has an even index: what is added there is in each row once.
 */
TARGET static inline void shift_sub_mix(vector a[8], const unsigned char order[8][sizeof(vector)],
                                        vector added) {
    vector p[8], q[8], four[8], t[8], u[8], v[8];

    EACH_ROW(r) {
        vector x = shuffled(a[r], load(order[r]));
        vector k = low_nibbles(x), i = high_nibbles(x), j = xor2(i, k);
        vector two_over_k = LOOKUP(two_over, k);

        p[r] = xor2(LOOKUP(one_over, xor2(LOOKUP(one_over, i), two_over_k)), j);
        q[r] = xor2(LOOKUP(one_over, xor2(LOOKUP(one_over, j), two_over_k)), i);
        hold_memory(p[r]);
        hold_memory(q[r]);
    }
    EACH_ROW(i) four[i] = PRODUCT(2, i);
    EACH_ROW(i) t[i] = xor2(four[i], four[(i + 1) % 8]);
    for (int i = 0; i < 8; i += 2)
        t[i] = xor2(t[i], added);
    EACH_ROW(i) a[i] = xor2(t[(i + 3) % 8], t[(i + 6) % 8]);
    EACH_ROW(i) u[i] = xor2(PRODUCT(0, i + 4), PRODUCT(1, i + 7));
    EACH_ROW(i) v[i] = xor2(u[i], u[(i + 1) % 8]);
    EACH_ROW(i) a[i] = xor2(a[i], xor3(v[i], v[(i + 2) % 8], u[(i + 6) % 8]));
}
