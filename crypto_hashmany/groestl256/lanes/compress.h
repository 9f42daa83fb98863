/* SPDX-License-Identifier: MIT */
/* Groestl-256 of LANES messages, final-round version ("Groestl -- a SHA-3 candidate", 2011), with
 * GFNI.
 *
 * Technique: row i of a message's state is 8 bytes, and a vector has row i of LANES messages, so
 * that eight vectors hold the state of P and eight that of Q. ShiftBytes is a shuffle of bytes in a
 * row, SubBytes an instruction, and MixBytes stays between the vectors. With indices modulo 8
 *     f_i = a_i + a_(i+4),  s_i = f_i + f_(i+2),
 *     x_i = f_i + a_(i+1) + a_(i+3),  y_i = x_i + s_i + a_i,
 *     b_i = 4 x_(i+3) + 2 y_(i+7) + y_(i+4),
 * where f has four different values and s two. Q's constants complement all rows but one: its sums
 * are complemented, which ternary logic has for nothing. No address and no branch depends on data.
 *
 * Bound: a round of P or Q has 8 inverses and 16 products on port 0, 7 shuffles on port 5, and 31
 * operations on either: 6 for f and s, 8 each for x, y and b, 1 constant. 20 rounds, 32 shuffles
 * and 24 insertions of a block's rows, 16 sums before the rounds and 8 behind them are 1320
 * operations; at two a cycle for eight blocks of 64 bytes they are 1.29 cycles/byte.
 *
 * Rejected: sums t_i = a_i + a_(i+1), x_i = t_i + t_(i+3), y_i = t_i + t_(i+2) + a_(i+6): 24
 * instead of 22. 2(2x + y) instead of 4x and 2y: 8 sums more. The same text with AES-NI and
 * products of additions, for two messages: 150 operations a round and message, when the text for
 * one message has 136; 1.2 times as long. One byte of 64 messages in a vector, which makes
 * ShiftBytes names: 0.88 of the operations, but states in memory and 64 messages for one call.
 */
#if LANES == 8
typedef __m512i rows;
#define OF_ROWS(operation) _mm512_##operation
#elif LANES == 4
typedef __m256i rows;
#define OF_ROWS(operation) _mm256_##operation
#else
typedef __m128i rows;
#define OF_ROWS(operation) _mm_##operation
#endif

#define LOWER16(a, b) OF_ROWS(unpacklo_epi16)(a, b)
#define UPPER16(a, b) OF_ROWS(unpackhi_epi16)(a, b)

/* Columns 0 to 7 of a row of two messages, each moved by `shift`. */
#define PLACE(i, shift) ((i)&8) + (((i) + (shift)) & 7)
#define SHIFTED(shift)                                                                             \
    _mm_setr_epi8(PLACE(0, shift), PLACE(1, shift), PLACE(2, shift), PLACE(3, shift),              \
                  PLACE(4, shift), PLACE(5, shift), PLACE(6, shift), PLACE(7, shift),              \
                  PLACE(8, shift), PLACE(9, shift), PLACE(10, shift), PLACE(11, shift),            \
                  PLACE(12, shift), PLACE(13, shift), PLACE(14, shift), PLACE(15, shift))

/* ShiftBytes by `shift` and SubBytes. */
#define AFFINE 0xf1e3c78f1f3e7cf8
#define SHIFT_ROW(x, shift) ((shift) == 0 ? (x) : SHUFFLE_BYTES(x, SHIFTED(shift)))
#define SUBSTITUTED(x, shift)                                                                      \
    ((word)OF_ROWS(gf2p8affineinv_epi64_epi8)((rows)SHIFT_ROW(x, shift), (rows)ALL(AFFINE), 0x63))
#define TIMES(n, x) ((word)OF_ROWS(gf2p8mul_epi8)((rows)(x), OF_ROWS(set1_epi8)(n)))

#define COLUMN_NUMBERS UINT64_C(0x7060504030201000)
#define ROUND_CONSTANT(r) (COLUMN_NUMBERS ^ UINT64_C(0x0101010101010101) * (r))

#ifdef TERNARY
#define SUM_BUT(x, y, z) ternary(x, y, z, 0x69)
#else
#define SUM_BUT(x, y, z) (~((x) ^ (y) ^ (z)))
#endif

/* b_i with the sum SUM of three. */
#define MIXED(SUM, i) SUM(TIMES(4, x[((i) + 3) % 8]), TIMES(2, y[((i) + 7) % 8]), y[((i) + 4) % 8])

#define EACH_ROW(DO)                                                                               \
    do {                                                                                           \
        DO(0);                                                                                     \
        DO(1);                                                                                     \
        DO(2);                                                                                     \
        DO(3);                                                                                     \
        DO(4);                                                                                     \
        DO(5);                                                                                     \
        DO(6);                                                                                     \
        DO(7);                                                                                     \
    } while (0)

#define ROUND(state, SHIFT, SUM)                                                                   \
    do {                                                                                           \
        word a[8], x[8], y[8], f[4], s[2];                                                         \
                                                                                                   \
        a[0] = SUBSTITUTED(state[0], SHIFT(0));                                                    \
        a[1] = SUBSTITUTED(state[1], SHIFT(1));                                                    \
        a[2] = SUBSTITUTED(state[2], SHIFT(2));                                                    \
        a[3] = SUBSTITUTED(state[3], SHIFT(3));                                                    \
        a[4] = SUBSTITUTED(state[4], SHIFT(4));                                                    \
        a[5] = SUBSTITUTED(state[5], SHIFT(5));                                                    \
        a[6] = SUBSTITUTED(state[6], SHIFT(6));                                                    \
        a[7] = SUBSTITUTED(state[7], SHIFT(7));                                                    \
        f[0] = a[0] ^ a[4];                                                                        \
        f[1] = a[1] ^ a[5];                                                                        \
        f[2] = a[2] ^ a[6];                                                                        \
        f[3] = a[3] ^ a[7];                                                                        \
        s[0] = f[0] ^ f[2];                                                                        \
        s[1] = f[1] ^ f[3];                                                                        \
        EACH_ROW(X_AND_Y);                                                                         \
        state[0] = MIXED(SUM, 0);                                                                  \
        state[1] = MIXED(SUM, 1);                                                                  \
        state[2] = MIXED(SUM, 2);                                                                  \
        state[3] = MIXED(SUM, 3);                                                                  \
        state[4] = MIXED(SUM, 4);                                                                  \
        state[5] = MIXED(SUM, 5);                                                                  \
        state[6] = MIXED(SUM, 6);                                                                  \
        state[7] = MIXED(SUM, 7);                                                                  \
    } while (0)
#define X_AND_Y(i)                                                                                 \
    do {                                                                                           \
        x[i] = XOR3(f[(i) % 4], a[((i) + 1) % 8], a[((i) + 3) % 8]);                               \
        y[i] = XOR3(x[i], s[(i) % 2], a[i]);                                                       \
    } while (0)

#define P_SHIFT(i) (i)
#define Q_SHIFT(i) ((i) < 4 ? 2 * (i) + 1 : 2 * (i)-8)

/* One round of P and, if `both`, of Q, whose state is complemented before and after it but for
 * constants. */
INLINE void groestl_round(word p[8], word q[8], uint64_t r, int both) {
    p[0] ^= ALL(ROUND_CONSTANT(r));
    ROUND(p, P_SHIFT, XOR3);
    if (both) {
        q[7] ^= ALL(ROUND_CONSTANT(r));
        ROUND(q, Q_SHIFT, SUM_BUT);
    }
}

/* The rows of a block of every message. Two messages share 16 bytes of a vector. */
INLINE void load_rows(word row[8], const unsigned char *const in[LANES], size_t at) {
    word half[2][4];

    for (int odd = 0; odd < 2; odd++) {
        rows pair[4], quad[4];

        /* Columns 2i and 2i+1 by pairs of bytes, rows 0 to 7. */
        for (int i = 0; i < 4; i++)
            pair[i] = (rows)SHUFFLE_BYTES(
                pieces(in + odd, at + 16 * (size_t)i),
                _mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15));
        quad[0] = LOWER16(pair[0], pair[1]);
        quad[1] = UPPER16(pair[0], pair[1]);
        quad[2] = LOWER16(pair[2], pair[3]);
        quad[3] = UPPER16(pair[2], pair[3]);
        half[odd][0] = LOWER32(quad[0], quad[2]);
        half[odd][1] = UPPER32(quad[0], quad[2]);
        half[odd][2] = LOWER32(quad[1], quad[3]);
        half[odd][3] = UPPER32(quad[1], quad[3]);
    }
    for (int i = 0; i < 4; i++) {
        row[2 * i] = LOWER64(half[0][i], half[1][i]);
        row[2 * i + 1] = UPPER64(half[0][i], half[1][i]);
    }
}

/* h = P(h ^ m) ^ Q(m) ^ h for the block m of every message. */
INLINE void compress(word h[8], const unsigned char *const in[LANES], size_t at) {
    word p[8], q[8];

    load_rows(q, in, at);
#define START(i)                                                                                   \
    p[i] = h[i] ^ q[i];                                                                            \
    q[i] = ~q[i]
    EACH_ROW(START);
    for (uint64_t r = 0; r < GROESTL_ROUNDS; r++)
        groestl_round(p, q, r, 1);
#define ADD_P_Q(i) h[i] = SUM_BUT(h[i], p[i], q[i])
    EACH_ROW(ADD_P_Q);
}

static void hash_group(unsigned char *const out[LANES], const unsigned char *const in[LANES],
                       unsigned long long inlen) {
    unsigned rest = (unsigned)(inlen % GROESTL_BLOCK);
    unsigned padded = rest + 1 + 8 > GROESTL_BLOCK ? 2 * GROESTL_BLOCK : GROESTL_BLOCK;
    uint64_t count = inlen / GROESTL_BLOCK + padded / GROESTL_BLOCK;
    unsigned char end[8];
    TAILS(2 * GROESTL_BLOCK) tails;
    word h[8], p[8];

    for (int i = 0; i < 8; i++)
        h[i] = ALL(0);
    /* The length of the digest in bits, in the last bytes of the last column. */
    h[6] = ALL((uint64_t)(8 * DIGEST_BYTES >> 8) << 56);
    h[7] = ALL((uint64_t)(8 * DIGEST_BYTES & 0xff) << 56);
    for (int i = 0; i < 8; i++)
        end[i] = (unsigned char)(count >> (56 - 8 * i));
    OPEN_TAILS(tails, in, inlen, rest, padded);
    PUT_TAILS(tails, rest, "\x80", 1);
    PUT_TAILS(tails, padded - sizeof end, end, sizeof end);

    for (unsigned long long at = 0; at + GROESTL_BLOCK <= inlen; at += GROESTL_BLOCK)
        compress(h, in, at);
    for (unsigned at = 0; at < padded; at += GROESTL_BLOCK)
        compress(h, tails.of, at);

    for (int i = 0; i < 8; i++)
        p[i] = h[i];
    for (uint64_t r = 0; r < GROESTL_ROUNDS; r++)
        groestl_round(p, p, r, 0);
    for (int i = 0; i < 8; i++) {
        h[i] ^= p[i];
        for (int lane = 0; lane < LANES; lane++)
            for (int column = 8 - DIGEST_BYTES / 8; column < 8; column++)
                out[lane][8 * column + i + DIGEST_BYTES - GROESTL_BLOCK] =
                    ((const unsigned char *)&h[i])[8 * lane + column];
    }
}
