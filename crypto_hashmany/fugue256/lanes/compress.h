/* SPDX-License-Identifier: MIT */
/* Fugue-256 of LANES messages, as in the second round of the SHA-3 competition ("The Hash Function
 * Fugue", Halevi, Hall and Jutla, 2009).
 *
 * Technique: a vector has one byte of the state of every message, so that rotations of rows and
 * columns are names. With w_c the columns after S-box and rotation of rows, and d = w_1 + w_2 +
 * w_3, row r of column c of SMIX is w_c + 4 w_(c-1) + 7 w_(c-2) + w_(c-3) in rows r, r+1, r+2 and
 * r+3, plus d times 1, 1, 7 and 4 in columns 0 to 3. The last two products take sums.
 *
 * The state is never moved, and never complete: only what each sub-round has left behind is kept,
 * for the 9 sub-rounds that it takes to come back. Let H_t be columns 3 to 6 of sub-round t after
 * ROR: the four columns that the sub-round before has mixed. Columns 4 to 6 are added to columns 0
 * to 2, and to 15 to 17, which are not wanted before they are columns 0 to 2, five sub-rounds on:
 * so what SMIX takes as columns 0 to 2 of sub-round t is
 *     H_(t-8)[3] + H_(t-5)[1] + H_t[1],
 *     H_(t-9)[1] + H_(t-5)[2] + H_t[2] + the column 0 that TIX replaced before sub-round t-6,
 *     H_(t-9)[2] + H_(t-5)[3] + H_t[3] + the input before sub-round t-7,
 * and the column 24 that TIX adds to column 1 is H_(t-7)[3] + H_(t-4)[1]. TIX comes before even
 * sub-rounds: the input is H_t[0], and what it replaced is kept as H_(t+1)[0], which nothing needs
 * otherwise. What is older than the message is 0 wherever it would be added. A column of 64
 * messages in 16 sub-rounds takes 4096 bytes, so that no load has the same lower 12 bits of its
 * address as a store shortly before, for which processors would let it wait.
 *
 * Each input is transposed just before it is wanted, and a quarter of the next ones half-way beside
 * it, since SMIX leaves port 5 room. As many messages are more than processors prefetch, the lines
 * to come are prefetched.
 *
 * Bound: a sub-round has 16 inverses and 32 products on port 0 and 56 sums on either port, 12 of
 * them of columns 0 to 2; TIX has 12; and 4 bytes of 64 messages take 28 operations to load. So 248
 * operations at two a cycle for 256 bytes are 0.484 cycles/byte.
 *
 * Rejected: four inputs transposed at once: 1.1 times as long. One step of transposing beside each
 * input, by way of memory: 1.3 times. The four columns of a sub-round side by side in memory, 4096
 * bytes behind those of four sub-rounds before: 1.1 times. Columns 15 to 17 changed where they are:
 * 12 sums more each sub-round. Four columns of a message in 128 bits, as for one message: 24
 * operations for 4 messages instead of 110 for 64.
 */
enum { KEPT = 16, CHUNK = 16, LINE = 64, AHEAD = 3 * LINE };

typedef struct {
    slice row[4];
} column;

#define EACH_OF_4(DO)                                                                              \
    do {                                                                                           \
        DO(0);                                                                                     \
        DO(1);                                                                                     \
        DO(2);                                                                                     \
        DO(3);                                                                                     \
    } while (0)

/* Row r of column c of SMIX's input after S-box and rotation of rows. */
#define W(c, r) w[((c) + (r)) % 4].row[(r) % 4]

#define SUBSTITUTE(r)                                                                              \
    w[0].row[r] = aes_s_box(x[0].row[r]);                                                          \
    w[1].row[r] = aes_s_box(x[1].row[r]);                                                          \
    w[2].row[r] = aes_s_box(x[2].row[r]);                                                          \
    w[3].row[r] = aes_s_box(x[3].row[r])
#define MIX_ROW(r)                                                                                 \
    do {                                                                                           \
        slice d_ = sum3(W(1, r), W(2, r), W(3, r));                                                \
        x[0].row[r] = sum3(sum3(W(0, r), d_, W(1, (r) + 3)), times_4(W(3, (r) + 1)),               \
                           times_7(W(2, (r) + 2)));                                                \
        x[1].row[r] = sum3(sum3(W(1, r), d_, W(2, (r) + 3)), times_4(W(0, (r) + 1)),               \
                           times_7(W(3, (r) + 2)));                                                \
        x[2].row[r] =                                                                              \
            sum3(W(2, r) ^ W(3, (r) + 3), times_4(W(1, (r) + 1)), times_7(W(0, (r) + 2) ^ d_));    \
        x[3].row[r] =                                                                              \
            sum3(W(3, r) ^ W(0, (r) + 3), times_4(W(2, (r) + 1) ^ d_), times_7(W(1, (r) + 2)));    \
    } while (0)

INLINE void smix(column x[4]) {
    column w[4];

    EACH_OF_4(SUBSTITUTE);
    EACH_OF_4(MIX_ROW);
}

/* Column c of what a sub-round before this one has left. */
#define H(before, c) kept[c][(t - (before)) % KEPT]

/* ROR, CMIX and SMIX of sub-round t. x has columns 0 to 3 before ROR, and then after SMIX. */
INLINE void sub_round(column x[4], column kept[4][KEPT], unsigned t) {
    const column *lost = t % 2 == 0 ? &H(5, 0) : &H(7, 0);
    column first = x[0];

#define KEEP_AND_ADD(r)                                                                            \
    H(0, 1).row[r] = x[1].row[r];                                                                  \
    H(0, 2).row[r] = x[2].row[r];                                                                  \
    H(0, 3).row[r] = x[3].row[r];                                                                  \
    x[0].row[r] = sum3(x[1].row[r], H(8, 3).row[r], H(5, 1).row[r]);                               \
    x[1].row[r] = sum3(x[2].row[r], H(9, 1).row[r], H(5, 2).row[r]);                               \
    x[2].row[r] = sum3(x[3].row[r], H(9, 2).row[r], H(5, 3).row[r]);                               \
    x[1 + t % 2].row[r] ^= lost->row[r];                                                           \
    x[3].row[r] = first.row[r]
    EACH_OF_4(KEEP_AND_ADD);
    smix(x);
}

/* TIX, if there is an `input`, and two sub-rounds, the first of which is the even t. */
INLINE void two_sub_rounds(column x[4], column kept[4][KEPT], unsigned t, const slice *input) {
    t %= KEPT;
#define TIX(r)                                                                                     \
    H(-1, 0).row[r] = x[0].row[r];                                                                 \
    x[0].row[r] = H(0, 0).row[r] = input[r];                                                       \
    x[1].row[r] = sum3(x[1].row[r], H(7, 3).row[r], H(4, 1).row[r])
#define NO_TIX(r) H(-1, 0).row[r] = H(0, 0).row[r] = BYTE(0)
    if (input)
        EACH_OF_4(TIX);
    else
        EACH_OF_4(NO_TIX);
    sub_round(x, kept, t);
    sub_round(x, kept, t + 1);
}

/* The state after sub-round t: column 4 + 3k + i is H_(t-k)[i + 1], and what was added to it. */
INLINE void complete(column S[COLUMNS], const column x[4], column kept[4][KEPT], unsigned t) {
    for (int i = 0; i < 4; i++)
        S[i] = x[i];
    for (unsigned i = 4; i < COLUMNS; i++) {
        unsigned k = (i - 4) / 3, which = 1 + (i - 4) % 3, later = which == 3 ? 3 : 4;

        S[i] = H(k, which);
        for (int r = 0; r < 4 && k >= later; r++)
            S[i].row[r] ^= H(k - later, which % 3 + 1).row[r];
    }
}

/* ROR by `columns`, with `first` for what is column 0 then, and SMIX. */
INLINE unsigned turn(column S[COLUMNS], unsigned first, unsigned columns, unsigned second) {
    column x[4];

    for (int r = 0; r < 4; r++) {
        S[(first + 4) % COLUMNS].row[r] ^= S[first].row[r];
        S[(first + second) % COLUMNS].row[r] ^= S[first].row[r];
    }
    first = (first + COLUMNS - columns) % COLUMNS;
    for (unsigned i = 0; i < 4; i++)
        x[i] = S[(first + i) % COLUMNS];
    smix(x);
    for (unsigned i = 0; i < 4; i++)
        S[(first + i) % COLUMNS] = x[i];
    return first;
}

static void hash_group(unsigned char *const out[LANES], const unsigned char *const in[LANES],
                       unsigned long long inlen) {
    static const unsigned char start[COLUMNS - FIRST_COLUMN][4] = START;
    unsigned rest = (unsigned)(inlen % CHUNK), words = (rest + 3) / 4 + 2, first = 0, t = 0;
    unsigned char length[8];
    TAILS(2 * CHUNK) tails;
    column kept[4][KEPT], x[4], S[COLUMNS];
    slice steps[2][CHUNK], input[4], *now = steps[0], *next = steps[1];

    __builtin_memset(kept, 0, sizeof kept);
    __builtin_memset(x, 0, sizeof x);
    for (unsigned i = FIRST_COLUMN; i < COLUMNS; i++)
        for (int r = 0; r < 4; r++)
            kept[1 + (i - 4) % 3][KEPT - 1 - (i - 4) / 3].row[r] = BYTE(start[i - FIRST_COLUMN][r]);
    for (int i = 0; i < 8; i++)
        length[i] = (unsigned char)(inlen << 3 >> (56 - 8 * i));
    OPEN_TAILS(tails, in, inlen, rest, 2 * CHUNK);
    PUT_TAILS(tails, 4 * (words - 2), length, 8);

    for (int i = 0; i < 4; i++)
        load_quarter(now, inlen < CHUNK ? tails.of : in, 0, i);
    for (unsigned long long at = CHUNK; at <= inlen; at += CHUNK) {
        const unsigned char *const *from = at + CHUNK > inlen ? tails.of : in;
        const unsigned char *const *soon = in + LANES / 4 * (at / CHUNK % 4);
        slice *done = now;

        for (int i = 0; i < 4; i++, t += 2) {
            load_quarter(next, from, from == in ? at : 0, i);
            if (at + AHEAD <= inlen)
                for (int j = 0; j < LANES / 16; j++)
                    __builtin_prefetch(soon[LANES / 16 * i + j] + at + AHEAD - LINE, 0, 2);
            take_slices(input, now, i);
            two_sub_rounds(x, kept, t, input);
        }
        now = next;
        next = done;
    }
    for (unsigned i = 0; i < words; i++, t += 2) {
        if (i == 4)
            for (int j = 0; j < 4; j++)
                load_quarter(now, tails.of, CHUNK, j);
        take_slices(input, now, (int)(i % 4));
        two_sub_rounds(x, kept, t, input);
    }
    for (int i = 0; i < G1_SUB_ROUNDS; i += 2, t += 2)
        two_sub_rounds(x, kept, t, 0);

    complete(S, x, kept, t - 1);
    for (int round = 0; round < G2_ROUNDS; round++) {
        first = turn(S, first, 15, 15);
        first = turn(S, first, 14, 16);
    }
    for (int r = 0; r < 4; r++) {
        S[(first + 4) % COLUMNS].row[r] ^= S[first].row[r];
        S[(first + 15) % COLUMNS].row[r] ^= S[first].row[r];
    }
    for (unsigned i = 0; i < 8; i++)
        for (int r = 0; r < 4; r++)
            store_slice(out, 4 * i + (unsigned)r,
                        S[(first + (i < 4 ? 1 + i : 11 + i)) % COLUMNS].row[r]);
}
