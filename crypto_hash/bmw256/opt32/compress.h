/* SPDX-License-Identifier: MIT */
/*
 * The compression function in words of 32 or 64 bits, unrolled: every index and every distance is
 * a literal. bmw512/opt64 has this same file.
 *
 * Technique: expand2 adds seven words of Q as they are, every second one of the sixteen before. Two
 * running sums, for even and for odd words, take one in and one out. Each message word is rotated
 * once, by its number, for its three uses. What depends on the word before is added last; hold()
 * keeps compilers from ordering the additions anew, and from making terms long before their use.
 *
 * Limit: operations, 993 for a block, of which 356 are shifts and rotations. At four a cycle they
 * take 248 cycles, 3.9 per byte of BMW-256 and 1.9 of BMW-512. Zen 4 needs 4.3 to 4.5 and 2.2: two
 * shifts a cycle, and moves between registers and memory for 80 words that are in use. At six a
 * cycle they are 2.6 and 1.3; Zen 5 needs 3.7 and 1.9: 70 % are reached.
 *
 * Rejected, with the time for long messages: eleven sums of two words that occur twice in f0
 * computed once, 1.00 to 1.06; the seven words added anew for each word, 1.07; message, Q and
 * rotated message left in memory by force, 1.0 to 1.05 with GCC. GCC that tunes for Zen 4 moves
 * words to vectors and back, 1.4, with every form of this text; with -O2 alone it does not.
 * NEON was not tried: A64 shifts or rotates an operand of an exclusive or in the same instruction.
 */

/* Makes x be computed as written. */
#ifdef __GNUC__
#define hold(x) __asm__("" : "+r"(x))
#else
#define hold(x) (void)0
#endif

#if defined __GNUC__ && !defined __clang__
#define NO_VECTORS __attribute__((optimize("no-tree-slp-vectorize", "no-tree-loop-vectorize")))
#else
#define NO_VECTORS
#endif

/* 0 < n < WORD_BITS */
#define ROTATE(x, n) ((x) << (n) | (x) >> (WORD_BITS - (n)))

static inline word s(int t, word x) {
    const int *n = s_distance[t];
    return x >> n[0] ^ x << n[1] ^ ROTATE(x, n[2]) ^ ROTATE(x, n[3]);
}

static inline word s4(word x) { return x >> 1 ^ x; }

static inline word s5(word x) { return x >> 2 ^ x; }

static inline word r(int t, word x) { return ROTATE(x, r_distance[t - 1]); }

/* T is the message ^ the chaining value. */
static inline void f0(word *Q, const word *T, const word *H) {
    Q[0] = s(0, T[5] + T[10] + T[13] + T[14] - T[7]) + H[1];
    Q[1] = s(1, T[6] + T[11] + T[14] - T[8] - T[15]) + H[2];
    Q[2] = s(2, T[7] + T[9] + T[15] + T[0] - T[12]) + H[3];
    Q[3] = s(3, T[8] + T[13] + T[0] - T[10] - T[1]) + H[4];
    Q[4] = s4(T[9] + T[1] + T[2] - T[11] - T[14]) + H[5];
    Q[5] = s(0, T[10] + T[15] + T[3] - T[12] - T[2]) + H[6];
    Q[6] = s(1, T[13] + T[4] - T[11] - T[0] - T[3]) + H[7];
    Q[7] = s(2, T[1] - T[12] - T[14] - T[4] - T[5]) + H[8];
    Q[8] = s(3, T[13] + T[2] - T[15] - T[5] - T[6]) + H[9];
    Q[9] = s4(T[14] + T[0] + T[6] - T[3] - T[7]) + H[10];
    Q[10] = s(0, T[15] + T[8] - T[1] - T[4] - T[7]) + H[11];
    Q[11] = s(1, T[8] + T[9] - T[0] - T[2] - T[5]) + H[12];
    Q[12] = s(2, T[1] + T[3] + T[10] - T[6] - T[9]) + H[13];
    Q[13] = s(3, T[2] + T[4] + T[7] + T[10] + T[11]) + H[14];
    Q[14] = s4(T[3] + T[8] - T[5] - T[11] - T[12]) + H[15];
    Q[15] = s(0, T[12] + T[13] - T[4] - T[6] - T[9]) + H[0];
}

/* R[i] is M[i] rotated by its number. */
#define ADD_ELEMENT(i)                                                                             \
    ((R[(i) % 16] + R[((i) + 3) % 16] - R[((i) + 10) % 16] + (i)*K_STEP) ^ H[((i) + 7) % 16])

#define EXPAND_1(i)                                                                                \
    sum = ADD_ELEMENT(i) + s(1, Q[(i)-16]) + s(2, Q[(i)-15]) + s(3, Q[(i)-14]) + s(0, Q[(i)-13]) + \
          s(1, Q[(i)-12]) + s(2, Q[(i)-11]) + s(3, Q[(i)-10]) + s(0, Q[(i)-9]) + s(1, Q[(i)-8]) +  \
          s(2, Q[(i)-7]) + s(3, Q[(i)-6]) + s(0, Q[(i)-5]) + s(1, Q[(i)-4]) + s(2, Q[(i)-3]) +     \
          s(3, Q[(i)-2]);                                                                          \
    hold(sum);                                                                                     \
    Q[i] = sum + s(0, Q[(i)-1])

/* plain is Q[i-16] + Q[i-14] + .. Q[i-4], and the same of round i + 2 afterwards. */
#define EXPAND_2(i, plain)                                                                         \
    sum = ADD_ELEMENT(i) + plain;                                                                  \
    hold(sum);                                                                                     \
    sum += r(1, Q[(i)-15]) + r(2, Q[(i)-13]) + r(3, Q[(i)-11]);                                    \
    sum += r(4, Q[(i)-9]) + r(5, Q[(i)-7]) + r(6, Q[(i)-5]) + r(7, Q[(i)-3]) + s4(Q[(i)-2]);       \
    plain += Q[(i)-2] - Q[(i)-16];                                                                 \
    hold(sum);                                                                                     \
    Q[i] = sum + s5(Q[(i)-1])

static inline void f1(word *Q, const word *R, const word *H) {
    word sum, even, odd;

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

#define XOR8(Q, i)                                                                                 \
    (Q[i] ^ Q[(i) + 1] ^ Q[(i) + 2] ^ Q[(i) + 3] ^ Q[(i) + 4] ^ Q[(i) + 5] ^ Q[(i) + 6] ^          \
     Q[(i) + 7])

static inline void f2(word *H, const word *M, const word *Q) {
    const word XL = XOR8(Q, 16), XH = XL ^ XOR8(Q, 24);

    H[0] = (XH << 5 ^ Q[16] >> 5 ^ M[0]) + (XL ^ Q[24] ^ Q[0]);
    H[1] = (XH >> 7 ^ Q[17] << 8 ^ M[1]) + (XL ^ Q[25] ^ Q[1]);
    H[2] = (XH >> 5 ^ Q[18] << 5 ^ M[2]) + (XL ^ Q[26] ^ Q[2]);
    H[3] = (XH >> 1 ^ Q[19] << 5 ^ M[3]) + (XL ^ Q[27] ^ Q[3]);
    H[4] = (XH >> 3 ^ Q[20] ^ M[4]) + (XL ^ Q[28] ^ Q[4]);
    H[5] = (XH << 6 ^ Q[21] >> 6 ^ M[5]) + (XL ^ Q[29] ^ Q[5]);
    H[6] = (XH >> 4 ^ Q[22] << 6 ^ M[6]) + (XL ^ Q[30] ^ Q[6]);
    H[7] = (XH >> 11 ^ Q[23] << 2 ^ M[7]) + (XL ^ Q[31] ^ Q[7]);
    H[8] = ROTATE(H[4], 9) + (XH ^ Q[24] ^ M[8]) + (XL << 8 ^ Q[23] ^ Q[8]);
    H[9] = ROTATE(H[5], 10) + (XH ^ Q[25] ^ M[9]) + (XL >> 6 ^ Q[16] ^ Q[9]);
    H[10] = ROTATE(H[6], 11) + (XH ^ Q[26] ^ M[10]) + (XL << 6 ^ Q[17] ^ Q[10]);
    H[11] = ROTATE(H[7], 12) + (XH ^ Q[27] ^ M[11]) + (XL << 4 ^ Q[18] ^ Q[11]);
    H[12] = ROTATE(H[0], 13) + (XH ^ Q[28] ^ M[12]) + (XL >> 3 ^ Q[19] ^ Q[12]);
    H[13] = ROTATE(H[1], 14) + (XH ^ Q[29] ^ M[13]) + (XL >> 4 ^ Q[20] ^ Q[13]);
    H[14] = ROTATE(H[2], 15) + (XH ^ Q[30] ^ M[14]) + (XL >> 7 ^ Q[21] ^ Q[14]);
    H[15] = ROTATE(H[3], 16) + (XH ^ Q[31] ^ M[15]) + (XL >> 2 ^ Q[22] ^ Q[15]);
}

static inline word load_little_endian(const unsigned char *bytes) {
    word x;
    memcpy(&x, bytes, sizeof x);
    return (word)swap_to_little_endian(x, WORD_BITS);
}

#define WORDS_OF_BLOCK(j)                                                                          \
    M[j] = load_little_endian(in + WORD_BYTES * (j));                                              \
    T[j] = M[j] ^ H[j];                                                                            \
    R[j] = ROTATE(M[j], (j) + 1)

NO_VECTORS static void compress(word *H, const unsigned char *in, unsigned long long blocks) {
    for (; blocks > 0; --blocks, in += BLOCK_BYTES) {
        word M[16], T[16], R[16], Q[32];

        WORDS_OF_BLOCK(0);
        WORDS_OF_BLOCK(1);
        WORDS_OF_BLOCK(2);
        WORDS_OF_BLOCK(3);
        WORDS_OF_BLOCK(4);
        WORDS_OF_BLOCK(5);
        WORDS_OF_BLOCK(6);
        WORDS_OF_BLOCK(7);
        WORDS_OF_BLOCK(8);
        WORDS_OF_BLOCK(9);
        WORDS_OF_BLOCK(10);
        WORDS_OF_BLOCK(11);
        WORDS_OF_BLOCK(12);
        WORDS_OF_BLOCK(13);
        WORDS_OF_BLOCK(14);
        WORDS_OF_BLOCK(15);
        f0(Q, T, H);
        f1(Q, R, H);
        f2(H, M, Q);
    }
}
