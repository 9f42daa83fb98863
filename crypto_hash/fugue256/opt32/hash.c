/* SPDX-License-Identifier: MIT */
/*
 * Fugue with 256 or 512 bits of output, as in the second round of the SHA-3 competition ("The Hash
 * Function Fugue", Halevi, Hall and Jutla, 2009), by tables of 32-bit words, for processors with
 * such registers. parameters.h holds the size's own constants and TIX. fugue512 links to this file.
 *
 * Technique: table r joins the S-box and column r of the matrix M, so a byte of row r costs one
 * look-up, and a column four. SMIX takes the bytes of a row from four columns at once and adds what
 * is off the diagonal; the rotations of its rows are in the choice of the column that a row is
 * taken from. Columns lie in an array that the state moves down through, three columns a sub-round,
 * so ROR and its copies are left out; at the end of the room the state is copied to the top once.
 *
 * Bound: make_room keeps the columns of all sub-rounds of one word of input above the start of the
 * array. Tables are read at secret indices: this is not constant-time code.
 *
 * Limit: operations. SMIX has 28 for the bytes of four columns, 16 look-ups, 20 sums, 49 for seven
 * words of rows from different columns, and 6 more: 119, 20 cycles at six a cycle. With 16 for the
 * rest of a sub-round, fugue256 needs 11 cycles per byte. On Zen 5, 16.8 are measured, 67 % of that
 * speed, and 17.1 in 32-bit code.
 *
 * Rejected, with the time on Zen 5: the tables of opt64 in 32-bit code, whose compilers load halves
 * of words and shift them (2.4).
 */
#include "crypto_hash.h"
#include <stdint.h>
#include <string.h>

#include "parameters.h"
#include "tables.h"

enum { ROOM = 192 };

static inline uint32_t little_endian(uint32_t column) {
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return column;
#else
    return column >> 24 | (column >> 8 & 0xff00) | (column & 0xff00) << 8 | column << 24;
#endif
}

static inline uint32_t load_column(const unsigned char *bytes) {
    uint32_t column;
    memcpy(&column, bytes, sizeof column);
    return little_endian(column);
}

static inline void store_column(unsigned char *bytes, uint32_t column) {
    column = little_endian(column);
    memcpy(bytes, &column, sizeof column);
}

static inline uint32_t rotate_left(uint32_t x, int n) { return x << n | x >> (32 - n); }

/* Rows 0 to 3 of a, b, c, d. */
static inline uint32_t rows_of(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    return (a & 0xff) | (b & 0xff00) | (c & 0xff0000) | (d & 0xff000000);
}

#define LOOK_UP(x)                                                                                 \
    t0 = table[0][(unsigned char)(x)], t1 = table[1][(unsigned char)((x) >> 8)],                   \
    t2 = table[2][(unsigned char)((x) >> 16)], t3 = table[3][(x) >> 24]

/*
 * Columns 0 to 3. a, b, c, d are M times the columns after the S-box, and e_r is column r of M
 * times the sum of row r without its diagonal element.
 */
#define SMIX(x0, x1, x2, x3)                                                                       \
    do {                                                                                           \
        uint32_t t0, t1, t2, t3, a, b, c, d, e0, e1, e2, e3;                                       \
        LOOK_UP(x0);                                                                               \
        a = t0 ^ t1 ^ t2 ^ t3;                                                                     \
        e1 = t1, e2 = t2, e3 = t3;                                                                 \
        LOOK_UP(x1);                                                                               \
        b = t0 ^ t1 ^ t2 ^ t3;                                                                     \
        e0 = t0, e2 ^= t2, e3 ^= t3;                                                               \
        LOOK_UP(x2);                                                                               \
        c = t0 ^ t1 ^ t2 ^ t3;                                                                     \
        e0 ^= t0, e1 ^= t1, e3 ^= t3;                                                              \
        LOOK_UP(x3);                                                                               \
        d = t0 ^ t1 ^ t2 ^ t3;                                                                     \
        e0 ^= t0, e1 ^= t1, e2 ^= t2;                                                              \
        x2 = rows_of(c, d, a, b) ^ rotate_left(rows_of(e2, e3, e0, e1), 16);                       \
        x3 = rows_of(d, a, b, c) ^ rotate_left(rows_of(e1, e2, e3, e0), 8);                        \
        e0 = rows_of(e0, e1, e2, e3);                                                              \
        x0 = rows_of(a, b, c, d) ^ e0;                                                             \
        x1 = rows_of(b, c, d, a) ^ e0;                                                             \
    } while (0)

static inline uint32_t *make_room(uint32_t *S, uint32_t *start, int columns) {
    if (S >= start + columns)
        return S;
    memcpy(start + ROOM, S, COLUMNS * sizeof *S);
    return start + ROOM;
}

#define SUB_ROUND                                                                                  \
    do {                                                                                           \
        uint32_t x0 = S[COLUMNS - 3] ^ r1, x1 = S[COLUMNS - 2] ^ r2, x2 = S[COLUMNS - 1] ^ r3;     \
        S -= 3;                                                                                    \
        S[COLUMNS / 2] ^= r1;                                                                      \
        S[COLUMNS / 2 + 1] ^= r2;                                                                  \
        S[COLUMNS / 2 + 2] ^= r3;                                                                  \
        S[4] = r1;                                                                                 \
        S[5] = r2;                                                                                 \
        S[6] = r3;                                                                                 \
        r3 = r0;                                                                                   \
        SMIX(x0, x1, x2, r3);                                                                      \
        r0 = x0;                                                                                   \
        r1 = x1;                                                                                   \
        r2 = x2;                                                                                   \
    } while (0)

/*
 * Rounds G2. Each sub-round takes four columns, a window, from one of PARTS places of the state,
 * and the windows move up by one column in each round. So ROR is left out: a window that has been
 * mixed leaves its first column in memory, and gets the next column. Its first column is added to
 * that column and to the first columns of the other windows.
 */
static inline void leave_column_0(uint32_t *S, uint32_t windows[PARTS][4], int part, int place) {
    uint32_t r0 = windows[part][0];
    int first = part == 0 ? COLUMNS : 0; /* the last window goes on behind the last column */

    S[first + place] = r0;
    windows[part][0] = windows[part][1];
    windows[part][1] = windows[part][2];
    windows[part][2] = windows[part][3];
    windows[part][3] = S[place + 4] ^ r0;
    for (int i = 0; i < PARTS; ++i)
        if (i != part)
            windows[i][0] ^= r0;
}

static inline void mix_window(uint32_t w[4]) {
    uint32_t x0 = w[0], x1 = w[1], x2 = w[2], x3 = w[3];

    SMIX(x0, x1, x2, x3);
    w[0] = x0, w[1] = x1, w[2] = x2, w[3] = x3;
}

static void finish(unsigned char *out, uint32_t *S) {
    uint32_t windows[PARTS][4];

    for (int i = 0; i < PARTS; ++i)
        for (int j = 0; j < 4; ++j)
            windows[i][j] = S[COLUMNS / PARTS * i + j];
    leave_column_0(S, windows, 0, 0);
    for (int round = 0; round < 13; ++round)
        for (int i = PARTS - 1; i >= 0; --i) {
            mix_window(windows[i]);
            leave_column_0(S, windows, i, COLUMNS / PARTS * i + round + (i == 0));
        }
    for (int i = 0; i < PARTS; ++i)
        for (int j = 0; j < 4; ++j)
            store_column(out + 16 * i + 4 * j, windows[i][j]);
}

#define ABSORB(bytes)                                                                              \
    do {                                                                                           \
        uint32_t q = load_column(bytes);                                                           \
        S = make_room(S, columns, 3 * SUB_ROUNDS);                                                 \
        TIX(q);                                                                                    \
        for (int j = 0; j < SUB_ROUNDS; ++j)                                                       \
            SUB_ROUND;                                                                             \
    } while (0)

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    uint32_t columns[ROOM + COLUMNS + 14], *S = columns + ROOM;
    uint32_t r0 = 0, r1 = 0, r2 = 0, r3 = 0;
    unsigned char rest[3][4] = {{0}};

    memset(S, 0, COLUMNS * sizeof *S);
    for (unsigned i = 0; i < sizeof IV / 4; ++i)
        S[COLUMNS - sizeof IV / 4 + i] = load_column(IV + 4 * i);
    for (unsigned long long i = 0; i < inlen / 4; ++i)
        ABSORB(in + 4 * i);

    /* The last bytes, and the length in bits modulo 2^64. */
    if (inlen % 4 > 0)
        memcpy(rest, in + inlen / 4 * 4, inlen % 4);
    for (int i = 0; i < 8; ++i)
        rest[1 + i / 4][i % 4] = (unsigned char)(inlen * 8 >> (56 - 8 * i));
    for (int i = inlen % 4 == 0; i < 3; ++i)
        ABSORB(rest[i]);

    S = make_room(S, columns, 3 * G1_SUB_ROUNDS);
    for (int i = 0; i < G1_SUB_ROUNDS; ++i)
        SUB_ROUND;
    S[0] = r0, S[1] = r1, S[2] = r2, S[3] = r3;
    finish(out, S);
    return 0;
}
