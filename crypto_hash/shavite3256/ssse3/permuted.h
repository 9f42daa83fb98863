/* SPDX-License-Identifier: MIT */
/*
 * Rounds of AES for processors without instructions for them: tables of 16 entries in vectors (M.
 * Hamburg: Accelerating AES with Vector Permute Instructions, CHES 2009). No address and no branch
 * depends on data.
 *
 * Technique: a byte is k + i b, where i and k are elements of GF(16) and b^2 = a b + a. With
 * j = i + k and N = k^2 + a i k + a i^2, the norm, first = 1/(1/i + a/k) + j is N/(k + a i) and
 * second = 1/(1/j + a/k) + i is N/(k + a j). The inverse, (k + a i + i b)/N, is a linear function
 * of 1/first and 1/second. Two tables join this function, the linear part of SubBytes and the way
 * back to i and k; two more give the double, for MixColumns.
 *
 * Invariant: infinity is an index from 128 up, and so is its sum with a finite element; its entry
 * is 0. All bytes are kept as i and k from load to store, since all else is linear: subkeys,
 * chaining value, counter. CONSTANT is that of SubBytes, which MixColumns does not change.
 *
 * Here a is 0c, b is 34, and the elements of GF(16) are sums of the powers 0 to 3 of 0d.
 *
 * Limit: 29 operations in a round of AES, 13 of them shuffles. A processor with two shuffles a
 * cycle takes 5.3 cycles/byte for 52 rounds of SHAvite-3-256 and 9.8 for 192 of SHAvite-3-512. The
 * chain of 13 operations makes 7.3 for the 36 rounds of SHAvite-3-256 at a cycle each; Zen 5 takes
 * two for each: 14.6. Measured on Zen 5: 17.0 and 19.3; 15.6 and 16.4 in builds for AVX-512, where
 * compilers join exclusive ors to ternary logic. The tables of opt32 take 8.8 and 18.6, but not
 * constant time.
 */

#define TABLE _Alignas(16) static const unsigned char

typedef vector keyed;

/* Infinity is 80: 1/0, and a/0. */
TABLE INVERSE[16] = {0x80, 0x01, 0x0c, 0x08, 0x06, 0x0f, 0x04, 0x0e,
                     0x03, 0x0d, 0x0b, 0x0a, 0x02, 0x09, 0x07, 0x05};
TABLE A_OVER[16] = {0x80, 0x03, 0x0d, 0x01, 0x0a, 0x08, 0x0c, 0x0b,
                    0x05, 0x0e, 0x04, 0x07, 0x06, 0x02, 0x09, 0x0f};

/* What 1/first and 1/second add to SubBytes, and to twice that. */
TABLE FIRST[16] = {0x00, 0x43, 0x11, 0x31, 0x9f, 0xed, 0x20, 0xae,
                   0xfc, 0x52, 0xcd, 0x8e, 0xbf, 0x72, 0xdc, 0x63};
TABLE SECOND[16] = {0x00, 0xd9, 0xb0, 0x98, 0xe4, 0xa5, 0x28, 0x7c,
                    0x15, 0x69, 0x8d, 0x54, 0xcc, 0x41, 0x3d, 0xf1};
TABLE FIRST_TWICE[16] = {0x00, 0x28, 0x31, 0x1d, 0xe2, 0xd7, 0x2c, 0xff,
                         0xe6, 0x19, 0xfb, 0xd3, 0xce, 0x35, 0xca, 0x04};
TABLE SECOND_TWICE[16] = {0x00, 0x68, 0xb8, 0x0e, 0x6a, 0x0c, 0xb6, 0x64,
                          0xb4, 0xd0, 0xba, 0xd2, 0xdc, 0x66, 0x02, 0xde};

/* From bytes to i and k, by the lower half and by the upper half, and back. */
TABLE IN_LOW[16] = {0x00, 0x01, 0x27, 0x26, 0xc0, 0xc1, 0xe7, 0xe6,
                    0xc3, 0xc2, 0xe4, 0xe5, 0x03, 0x02, 0x24, 0x25};
TABLE IN_HIGH[16] = {0x00, 0xaa, 0x7a, 0xd0, 0xaf, 0x05, 0xd5, 0x7f,
                     0xd8, 0x72, 0xa2, 0x08, 0x77, 0xdd, 0x0d, 0xa7};
TABLE OUT_LOW[16] = {0x00, 0x01, 0x0d, 0x0c, 0x51, 0x50, 0x5c, 0x5d,
                     0xb0, 0xb1, 0xbd, 0xbc, 0xe1, 0xe0, 0xec, 0xed};
TABLE OUT_HIGH[16] = {0x00, 0x34, 0x5f, 0x6b, 0xf6, 0xc2, 0xa9, 0x9d,
                      0xf2, 0xc6, 0xad, 0x99, 0x04, 0x30, 0x5b, 0x6f};

/* ShiftRows, and then row i+k in row i. */
TABLE ROWS_FROM_0[16] = {0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11};
TABLE ROWS_FROM_1[16] = {5, 10, 15, 0, 9, 14, 3, 4, 13, 2, 7, 8, 1, 6, 11, 12};
TABLE ROWS_FROM_2[16] = {10, 15, 0, 5, 14, 3, 4, 9, 2, 7, 8, 13, 6, 11, 12, 1};
TABLE ROWS_FROM_3[16] = {15, 0, 5, 10, 3, 4, 9, 14, 7, 8, 13, 2, 11, 12, 1, 6};

enum { CONSTANT = 0xf3, SHORT_AESround = 0 };

TARGET static inline vector linear_map(vector x, const unsigned char low[16],
                                       const unsigned char high[16]) {
    vector halves = all_bytes(0x0f);
    return xor2(entries(low, and2(x, halves)), entries(high, upper_halves(x, halves)));
}

TARGET static inline vector AESround(vector x, vector key) {
    vector halves = all_bytes(0x0f);
    vector k = and2(x, halves), i = upper_halves(x, halves), j = xor2(i, k);
    vector a_over_k = entries(A_OVER, k);
    vector first = xor2(entries(INVERSE, xor2(entries(INVERSE, i), a_over_k)), j);
    vector second = xor2(entries(INVERSE, xor2(entries(INVERSE, j), a_over_k)), i);
    vector once = xor2(entries(FIRST, first), entries(SECOND, second));
    vector twice = xor2(entries(FIRST_TWICE, first), entries(SECOND_TWICE, second));
    vector sum = xor2(xor2(key, all_bytes(CONSTANT)), permuted(twice, ROWS_FROM_0));

    return xor2(xor2(sum, permuted(once, ROWS_FROM_2)),
                xor2(permuted(once, ROWS_FROM_3), permuted(xor2(once, twice), ROWS_FROM_1)));
}

#define with_key(x, key) xor2(x, key)
#define keyed_round(x, next_key) AESround(x, next_key)
#define without_key(x, key) xor2(x, key)
#define last_round(x, sum) AESround(x, sum)

#define load(p) linear_map(load_bytes(p), IN_LOW, IN_HIGH)
#define store(p, a) store_bytes(p, linear_map(a, OUT_LOW, OUT_HIGH))
#define words(a, b, c, d) linear_map(load_words(a, b, c, d), IN_LOW, IN_HIGH)
