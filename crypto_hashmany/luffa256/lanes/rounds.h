/* SPDX-License-Identifier: MIT */
/* Luffa, version 2, with 256 bits, on words: the submission to NIST's competition of 2009.
 *
 * Technique: a word of the specification is a vector. SubCrumb is six functions of three inputs,
 * the fewest there are (by exhaustive search); each of a step's constants comes in with a sum of
 * MixWord. One sub-state goes through all eight steps before the next one, so that its words stay
 * in registers.
 *
 * Bound: a step of a sub-state has 12 operations of SubCrumb and, of MixWord, 16 sums and 16
 * rotations. Injection has 41 sums, tweaks are 8 rotations, and loading a block takes 24
 * insertions, 16 shuffles and 8 shuffles of bytes. 24 x 44 + 41 + 8 + 48 = 1153 at two a cycle in
 * 16 lanes are 1.13 cycles/byte.
 *
 * Rejected: seven functions for SubCrumb in only two steps one after the other, as for one message:
 * with LANES of them there is other work while a result is awaited.
 */
enum { BLOCK = 32, STEPS = 8, SUBSTATES = 3 };

CONSTANT uint32_t initial[SUBSTATES][8] = {
    {0x6d251e69, 0x44b051e0, 0x4eaa6fb4, 0xdbf78465, 0x6e292011, 0x90152df4, 0xee058139,
     0xdef610bb},
    {0xc3b44b95, 0xd9d2f256, 0x70eee9a0, 0xde099fa3, 0x5d9b0557, 0x8fc944b3, 0xcf1ccf0e,
     0x746cd581},
    {0xf7efc89d, 0x5dba5781, 0x04016ce5, 0xad659c05, 0x0306194f, 0x666d1836, 0x24aa230a,
     0x8b264ae7},
};

/* Of a step of each sub-state: what mix_word_and_constants() adds to u and to v before v's last
 * rotation, which are p + q' and q' for the constants p and q of a_0 and a_4, where q' is q rotated
 * back. */
CONSTANT uint32_t constants[SUBSTATES][STEPS][2] = {
    {{0x402028aa, 0x7019bc0c},
     {0x62eb861f, 0xa20dd486},
     {0x53595033, 0x3f9a6a21},
     {0x15920881, 0xc9c490bf},
     {0x6cd44efc, 0x72d45e73},
     {0x513a1f47, 0x293a5d7a},
     {0x1c1f3551, 0x93444dd3},
     {0x5bf0ec5c, 0xcd11374e}},
    {{0x366a3f73, 0x80b42f9e},
     {0x7224c4d4, 0x02d0be7a},
     {0x598346b1, 0x5e84e565},
     {0x660d1ac5, 0x7a139594},
     {0x7a5f4fa3, 0x0a2572e6},
     {0x53e15277, 0xfd53d715},
     {0x2dee6d69, 0x972478e0},
     {0x1c358cbc, 0x5c91e382}},
    {{0x0d0fe0b2, 0xf12f3960},
     {0x4744f39c, 0x7311ddb9},
     {0x54f4d3dd, 0x2e2c5252},
     {0x0b240739, 0x8f1c7173},
     {0x071c25fc, 0xbc71c5ce},
     {0x7e1bb344, 0x93ac338c},
     {0x42f2a1e9, 0x9b76d2bf},
     {0x1adad247, 0xb81d5673}},
};

#ifdef ternary
#define OR_XOR_AND(x, y, z) ternary(x, y, z, 0x4e)
#define XNOR3(x, y, z) ternary(x, y, z, 0x69)
#else
#define OR_XOR_AND(x, y, z) (((y) | (z)) ^ ((x) & (z)))
#define XNOR3(x, y, z) (~XOR3(x, y, z))
#endif

INLINE void sub_crumb(word *x0, word *x1, word *x2, word *x3) {
    word s = XOR_OR(*x3, *x0, *x1), t = XOR_OR(*x2, *x0, *x3), y3 = XOR_ORN(*x1, s, t);

    *x2 = XOR3(*x0, t, y3);
    *x3 = y3;
    t = OR_XOR_AND(*x0, t, y3);
    *x1 = XNOR3(*x0, s, t);
    *x0 = t;
}

INLINE void mix_word(word *u, word *v) {
    *v ^= *u;
    *u = ROTL(*u, 2) ^ *v;
    *v = ROTL(*v, 14) ^ *u;
    *u = ROTL(*u, 10) ^ *v;
    *v = ROTL(*v, 1);
}

INLINE void mix_word_and_constants(word *u, word *v, uint32_t to_u, uint32_t to_v) {
    *v ^= *u;
    *u = ROTL(*u, 2) ^ *v;
    *v = XOR3(ROTL(*v, 14), *u, ALL(to_v));
    *u = XOR3(ROTL(*u, 10), *v, ALL(to_u));
    *v = ROTL(*v, 1);
}

INLINE void permute(word a[8], int j) {
    word a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3], a4 = a[4], a5 = a[5], a6 = a[6], a7 = a[7];

    if (j > 0) {
        a4 = ROTL(a4, j);
        a5 = ROTL(a5, j);
        a6 = ROTL(a6, j);
        a7 = ROTL(a7, j);
    }
    for (int i = 0; i < STEPS; i++) {
        sub_crumb(&a0, &a1, &a2, &a3);
        sub_crumb(&a5, &a6, &a7, &a4);
        mix_word_and_constants(&a0, &a4, constants[j][i][0], constants[j][i][1]);
        mix_word(&a1, &a5);
        mix_word(&a2, &a6);
        mix_word(&a3, &a7);
    }
    a[0] = a0, a[1] = a1, a[2] = a2, a[3] = a3, a[4] = a4, a[5] = a5, a[6] = a6, a[7] = a7;
}

/* 2 a, modulo X^8 + X^4 + X^3 + X + 1. */
INLINE void double_it(word a[8]) {
    word a7 = a[7];

    a[7] = a[6];
    a[6] = a[5];
    a[5] = a[4];
    a[4] = a[3] ^ a7;
    a[3] = a[2] ^ a7;
    a[2] = a[1];
    a[1] = a[0] ^ a7;
    a[0] = a7;
}

/* One block m, which is not kept. */
INLINE void rounds(word V[SUBSTATES][8], word m[8]) {
    word sum[8];

    for (int k = 0; k < 8; k++)
        sum[k] = XOR3(V[0][k], V[1][k], V[2][k]);
    double_it(sum);
    UNROLLED(3)
    for (int j = 0; j < SUBSTATES; j++) {
        for (int k = 0; k < 8; k++)
            V[j][k] = XOR3(V[j][k], sum[k], m[k]);
        double_it(m);
    }
    permute(V[0], 0);
    permute(V[1], 1);
    permute(V[2], 2);
}
