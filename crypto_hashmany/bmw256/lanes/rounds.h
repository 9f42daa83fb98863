/* SPDX-License-Identifier: MIT */
/* Blue Midnight Wish, second-round version, on words. WORD_BITS, distances and constants
 * come from parameters.h.
 *
 * Technique: unrolled, so that every index and every distance is a literal. expand2 adds seven
 * words of Q as they are, every second one of the sixteen before. Two running sums, for even and
 * for odd words, take one in and one out. Each message word is rotated once, by its number, for its
 * three uses. The sixteen words of Q that expand1 takes are shifted and rotated for both of its
 * rounds, and some for expand2, too: compilers find what is the same.
 *
 * Bound: a block has 359 additions and subtractions, 207 rotations, 132 shifts, 109 exclusive ors
 * and 84 of three inputs. 891 for 64 bytes at two a cycle in 16 lanes are 0.44 cycles/byte.
 *
 * Rejected, by count: the constants K added to the rotated message words, which could be solved
 * for: there are 16 additions either way. Rotations by two distances as a rotation of x ^ ROTL(x,
 * n): as many operations, and more that wait.
 */
enum { WORD_BYTES = WORD_BITS / 8, BLOCK = 16 * WORD_BYTES };

#define S(x, right, left, a, b) (XOR3((x) >> (right), (x) << (left), ROTL(x, a)) ^ ROTL(x, b))
#define S4(x) ((x) >> 1 ^ (x))
#define S5(x) ((x) >> 2 ^ (x))

/* T is the message ^ the chaining value. */
INLINE void f0(word *Q, const word *T, const word *H) {
    Q[0] = S0(T[5] + T[10] + T[13] + T[14] - T[7]) + H[1];
    Q[1] = S1(T[6] + T[11] + T[14] - T[8] - T[15]) + H[2];
    Q[2] = S2(T[7] + T[9] + T[15] + T[0] - T[12]) + H[3];
    Q[3] = S3(T[8] + T[13] + T[0] - T[10] - T[1]) + H[4];
    Q[4] = S4(T[9] + T[1] + T[2] - T[11] - T[14]) + H[5];
    Q[5] = S0(T[10] + T[15] + T[3] - T[12] - T[2]) + H[6];
    Q[6] = S1(T[13] + T[4] - T[11] - T[0] - T[3]) + H[7];
    Q[7] = S2(T[1] - T[12] - T[14] - T[4] - T[5]) + H[8];
    Q[8] = S3(T[13] + T[2] - T[15] - T[5] - T[6]) + H[9];
    Q[9] = S4(T[14] + T[0] + T[6] - T[3] - T[7]) + H[10];
    Q[10] = S0(T[15] + T[8] - T[1] - T[4] - T[7]) + H[11];
    Q[11] = S1(T[8] + T[9] - T[0] - T[2] - T[5]) + H[12];
    Q[12] = S2(T[1] + T[3] + T[10] - T[6] - T[9]) + H[13];
    Q[13] = S3(T[2] + T[4] + T[7] + T[10] + T[11]) + H[14];
    Q[14] = S4(T[3] + T[8] - T[5] - T[11] - T[12]) + H[15];
    Q[15] = S0(T[12] + T[13] - T[4] - T[6] - T[9]) + H[0];
}

/* R[i] is M[i] rotated by its number. */
#define ADD_ELEMENT(i)                                                                             \
    ((R[(i) % 16] + R[((i) + 3) % 16] - R[((i) + 10) % 16] + ALL((i)*K_STEP)) ^ H[((i) + 7) % 16])

#define EXPAND_1(i)                                                                                \
    Q[i] = ADD_ELEMENT(i) + S1(Q[(i)-16]) + S2(Q[(i)-15]) + S3(Q[(i)-14]) + S0(Q[(i)-13]) +        \
           S1(Q[(i)-12]) + S2(Q[(i)-11]) + S3(Q[(i)-10]) + S0(Q[(i)-9]) + S1(Q[(i)-8]) +           \
           S2(Q[(i)-7]) + S3(Q[(i)-6]) + S0(Q[(i)-5]) + S1(Q[(i)-4]) + S2(Q[(i)-3]) +              \
           S3(Q[(i)-2]) + S0(Q[(i)-1])

/* plain is Q[i-16] + Q[i-14] + .. Q[i-4], and the same of round i + 2 afterwards. */
#define EXPAND_2(i, plain)                                                                         \
    Q[i] = ADD_ELEMENT(i) + plain + R1(Q[(i)-15]) + R2(Q[(i)-13]) + R3(Q[(i)-11]) + R4(Q[(i)-9]) + \
           R5(Q[(i)-7]) + R6(Q[(i)-5]) + R7(Q[(i)-3]) + S4(Q[(i)-2]) + S5(Q[(i)-1]);               \
    plain += Q[(i)-2] - Q[(i)-16]

INLINE void f1(word *Q, const word *R, const word *H) {
    word even, odd;

    EXPAND_1(16);
    EXPAND_1(17);
    even = Q[2] + Q[4] + Q[6] + Q[8] + Q[10] + Q[12] + Q[14];
    odd = Q[3] + Q[5] + Q[7] + Q[9] + Q[11] + Q[13] + Q[15];
    EXPAND_2(18, even);
    EXPAND_2(19, odd);
    EXPAND_2(20, even);
    EXPAND_2(21, odd);
    EXPAND_2(22, even);
    EXPAND_2(23, odd);
    EXPAND_2(24, even);
    EXPAND_2(25, odd);
    EXPAND_2(26, even);
    EXPAND_2(27, odd);
    EXPAND_2(28, even);
    EXPAND_2(29, odd);
    EXPAND_2(30, even);
    EXPAND_2(31, odd);
}

#define XOR8(x, Q, i)                                                                              \
    (XOR3(XOR3(XOR3(XOR3(x, Q[i], Q[(i) + 1]), Q[(i) + 2], Q[(i) + 3]), Q[(i) + 4], Q[(i) + 5]),   \
          Q[(i) + 6], Q[(i) + 7]))

INLINE void f2(word *H, const word *M, const word *Q) {
    const word XL = XOR3(XOR3(XOR3(Q[16], Q[17], Q[18]), Q[19], Q[20]), Q[21], Q[22]) ^ Q[23],
               XH = XOR8(XL, Q, 24);

    H[0] = XOR3(XH << 5, Q[16] >> 5, M[0]) + XOR3(XL, Q[24], Q[0]);
    H[1] = XOR3(XH >> 7, Q[17] << 8, M[1]) + XOR3(XL, Q[25], Q[1]);
    H[2] = XOR3(XH >> 5, Q[18] << 5, M[2]) + XOR3(XL, Q[26], Q[2]);
    H[3] = XOR3(XH >> 1, Q[19] << 5, M[3]) + XOR3(XL, Q[27], Q[3]);
    H[4] = XOR3(XH >> 3, Q[20], M[4]) + XOR3(XL, Q[28], Q[4]);
    H[5] = XOR3(XH << 6, Q[21] >> 6, M[5]) + XOR3(XL, Q[29], Q[5]);
    H[6] = XOR3(XH >> 4, Q[22] << 6, M[6]) + XOR3(XL, Q[30], Q[6]);
    H[7] = XOR3(XH >> 11, Q[23] << 2, M[7]) + XOR3(XL, Q[31], Q[7]);
    H[8] = ROTL(H[4], 9) + XOR3(XH, Q[24], M[8]) + XOR3(XL << 8, Q[23], Q[8]);
    H[9] = ROTL(H[5], 10) + XOR3(XH, Q[25], M[9]) + XOR3(XL >> 6, Q[16], Q[9]);
    H[10] = ROTL(H[6], 11) + XOR3(XH, Q[26], M[10]) + XOR3(XL << 6, Q[17], Q[10]);
    H[11] = ROTL(H[7], 12) + XOR3(XH, Q[27], M[11]) + XOR3(XL << 4, Q[18], Q[11]);
    H[12] = ROTL(H[0], 13) + XOR3(XH, Q[28], M[12]) + XOR3(XL >> 3, Q[19], Q[12]);
    H[13] = ROTL(H[1], 14) + XOR3(XH, Q[29], M[13]) + XOR3(XL >> 4, Q[20], Q[13]);
    H[14] = ROTL(H[2], 15) + XOR3(XH, Q[30], M[14]) + XOR3(XL >> 7, Q[21], Q[14]);
    H[15] = ROTL(H[3], 16) + XOR3(XH, Q[31], M[15]) + XOR3(XL >> 2, Q[22], Q[15]);
}

#define ROTATED(j) R[j] = ROTL(M[j], (j) + 1)
#define FOUR_ROTATED(j)                                                                            \
    ROTATED(j);                                                                                    \
    ROTATED((j) + 1);                                                                              \
    ROTATED((j) + 2);                                                                              \
    ROTATED((j) + 3)

/* The chaining value H after a block M. */
INLINE void rounds(word H[16], const word M[16]) {
    word T[16], R[16], Q[32];

    for (int i = 0; i < 16; i++)
        T[i] = M[i] ^ H[i];
    FOUR_ROTATED(0);
    FOUR_ROTATED(4);
    FOUR_ROTATED(8);
    FOUR_ROTATED(12);
    f0(Q, T, H);
    f1(Q, R, H);
    f2(H, M, Q);
}
