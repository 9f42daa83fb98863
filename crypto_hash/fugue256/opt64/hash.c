/* SPDX-License-Identifier: MIT */
/*
 * Fugue with 256 or 512 bits of output, as in the second round of the SHA-3 competition ("The Hash
 * Function Fugue", Halevi, Hall and Jutla, 2009), by tables of 64-bit words. parameters.h holds the
 * size's own constants and TIX. fugue512 links to this file.
 *
 * Technique: four columns are two words, with the rows of a word side by side, so a rotation of a
 * word moves all bytes to other rows of their columns. SMIX treats all rows alike: a byte in row r
 * and column c adds to the result what a byte in row 0 and column c - r would add, r rows down. So
 * four pairs of tables (16 KiB) hold what a byte becomes by S-box, both products with M and the
 * rotation of rows. The look-ups of a row are added, and the four sums are rotated and added: no
 * step needs a mask. The chain from look-up to look-up has few sums.
 *
 * Groups of three columns lie in slots 1 to 3 of an array that the state moves down through, one
 * group a sub-round, so ROR is left out; at the end of the room the state is copied to the top.
 * Columns 0 to 3 are r01 and r23. SMIX's input has column 3, which was r_0, in slot 0, and columns
 * 0, 1 and 2, to which CMIX adds r_1, r_2 and r_3, in slots 1 to 3: each r stays in its slot.
 *
 * Bound: make_room leaves a group below S for each sub-round to come. Slot 0 of a group may hold
 * anything, and is cleared where a group is added to the input of SMIX. Tables are read at secret
 * indices: this is not constant-time code.
 *
 * Limit: the chain. A byte of the last row waits for 3 shifts, the move 1, the load 5, 3 sums, the
 * rotation and 1 sum, 14 cycles. SMIX by itself takes 18.6 on Zen 5, and a sub-round 24.4 in
 * fugue256, 12.2 per byte, and 23.8 in fugue512, as much per byte. SMIX has 66 operations, 32 of
 * them look-ups, and the rest of a sub-round about 20: that is 14 cycles at six a cycle.
 *
 * Rejected, with the time on Zen 5: tables of 32-bit words, whose sums need masks (1.37, opt32);
 * the code of the vector implementations with two words as a vector, which keeps the last r for
 * longer than registers last (Clang 1.07, GCC 1.5); all bytes of x before the first look-up (SMIX
 * 1.46 with GCC, which moves indices to vectors and back).
 */
#include "crypto_hash.h"
#include <stdint.h>
#include <string.h>

#include "tables.h"

/* Compilers are not to collect words in vectors, whose way back takes longer than the tables. */
#ifdef __GNUC__
#define hold(x) __asm__("" : "+r"(x))
#define hold_memory(x) __asm__("" : "+m"(x))
#else
#define hold(x) (void)0
#define hold_memory(x) (void)0
#endif

/* Row r of slot 0 or 2 is byte 2r, and that of slot 1 or 3 is byte 2r+1. */
typedef struct {
    uint64_t s01, s23;
} group;

#define EVEN_SLOT UINT64_C(0x00ff00ff00ff00ff)
#define ODD_SLOT UINT64_C(0xff00ff00ff00ff00)

#include "parameters.h"

enum { GROUPS = COLUMNS / 3, ROOM = 64 };

/* A column in an even slot. */
static inline uint64_t load_column(const unsigned char *p) {
    uint64_t a = (uint64_t)p[0] | (uint64_t)p[1] << 16;
    return a | (uint64_t)p[2] << 32 | (uint64_t)p[3] << 48;
}

static inline void store_column(unsigned char *p, uint64_t a) {
    for (int row = 0; row < 4; ++row)
        p[row] = (unsigned char)(a >> 16 * row);
}

static inline uint64_t rows_down(uint64_t a, int rows) {
    return rows == 0 ? a : a << 16 * rows | a >> (64 - 16 * rows);
}

#define LOOK_UP(column, byte)                                                                      \
    t01 ^= table_01[column][byte];                                                                 \
    t23 ^= table_23[column][byte];                                                                 \
    hold(t01);                                                                                     \
    hold(t23)

/*
 * Adds what the bytes of a row become. Slots 0 to 3 are columns 3, 0, 1, 2 of SMIX, whose table in
 * a row is the column less the row. Then the next row comes to row 0 of x.
 */
#define ADD_ROW(row)                                                                               \
    do {                                                                                           \
        uint64_t slot_0 = x01 & 0xff, slot_1 = x01 >> 8 & 0xff;                                    \
        uint64_t slot_2 = x23 & 0xff, slot_3 = x23 >> 8 & 0xff;                                    \
        uint64_t t01 = table_01[(7 - (row)) % 4][slot_0], t23 = table_23[(7 - (row)) % 4][slot_0]; \
        x01 >>= 16;                                                                                \
        x23 >>= 16;                                                                                \
        hold(x01);                                                                                 \
        hold(x23);                                                                                 \
        LOOK_UP((4 - (row)) % 4, slot_1);                                                          \
        LOOK_UP((5 - (row)) % 4, slot_2);                                                          \
        LOOK_UP((6 - (row)) % 4, slot_3);                                                          \
        r01 ^= rows_down(t01, row);                                                                \
        r23 ^= rows_down(t23, row);                                                                \
        hold(r01);                                                                                 \
        hold(r23);                                                                                 \
    } while (0)

#define SMIX                                                                                       \
    do {                                                                                           \
        r01 = r23 = 0;                                                                             \
        ADD_ROW(0);                                                                                \
        ADD_ROW(1);                                                                                \
        ADD_ROW(2);                                                                                \
        ADD_ROW(3);                                                                                \
    } while (0)

static inline group *make_room(group *S, group *start, int groups) {
    if (S >= start + groups)
        return S;
    memcpy(start + ROOM, S, GROUPS * sizeof *S);
    return start + ROOM;
}

#define SUB_ROUND                                                                                  \
    do {                                                                                           \
        uint64_t x01, x23;                                                                         \
        --S;                                                                                       \
        S[GROUPS / 2].s01 ^= r01;                                                                  \
        hold_memory(S[GROUPS / 2].s01);                                                            \
        S[GROUPS / 2].s23 ^= r23;                                                                  \
        S[1].s23 = (r01 & ODD_SLOT) >> 8 | (r23 & EVEN_SLOT) << 8;                                 \
        x01 = r01 ^ (S[GROUPS].s01 & ODD_SLOT);                                                    \
        x23 = r23 ^ S[GROUPS].s23;                                                                 \
        SMIX;                                                                                      \
        S[1].s01 = r23;                                                                            \
        hold_memory(S[1].s01);                                                                     \
    } while (0)

#define ABSORB(bytes)                                                                              \
    do {                                                                                           \
        uint64_t q = load_column(bytes);                                                           \
        S = make_room(S, groups, SUB_ROUNDS);                                                      \
        TIX(q);                                                                                    \
        for (int j = 0; j < SUB_ROUNDS; ++j)                                                       \
            SUB_ROUND;                                                                             \
    } while (0)

/*
 * Rounds G2. Each sub-round takes four columns, a window, from one of PARTS places of the state,
 * and the windows move up by one column in each round. So ROR is left out: a window that has been
 * mixed leaves its first column in memory, and gets the next column plus the one that it left,
 * which is in the slot where SMIX wants it. That one is added to the first columns of the other
 * windows.
 */
static inline void leave_column_0(uint64_t *column, group windows[PARTS], int part, int place,
                                  uint64_t r01, uint64_t r23) {
    int first = part == 0 ? COLUMNS : 0; /* the last window goes on behind the last column */
    uint64_t r0 = r01 & EVEN_SLOT;

    column[first + place] = r0;
    windows[part].s01 = r01 ^ column[place + 4];
    windows[part].s23 = r23;
    for (int i = 0; i < PARTS; ++i)
        if (i != part)
            windows[i].s01 ^= r0 << 8;
}

static void finish(unsigned char *out, const group *S, uint64_t r01, uint64_t r23) {
    uint64_t column[COLUMNS + 14];
    group windows[PARTS];

    for (int k = 1; k < GROUPS; ++k) {
        column[3 * k] = (S[k].s01 & ODD_SLOT) >> 8;
        column[3 * k + 1] = S[k].s23 & EVEN_SLOT;
        column[3 * k + 2] = (S[k].s23 & ODD_SLOT) >> 8;
    }
    for (int i = 1; i < PARTS; ++i) {
        const uint64_t *c = column + COLUMNS / PARTS * i;
        windows[i].s01 = c[3] | c[0] << 8;
        windows[i].s23 = c[1] | c[2] << 8;
    }
    leave_column_0(column, windows, 0, 0, r01, r23);
    for (int round = 0; round < 13; ++round)
        for (int i = PARTS - 1; i >= 0; --i) {
            uint64_t x01 = windows[i].s01, x23 = windows[i].s23;
            SMIX;
            leave_column_0(column, windows, i, COLUMNS / PARTS * i + round + (i == 0), r01, r23);
        }
    for (int i = 0; i < PARTS; ++i, out += 16) {
        store_column(out, windows[i].s01 >> 8);
        store_column(out + 4, windows[i].s23);
        store_column(out + 8, windows[i].s23 >> 8);
        store_column(out + 12, windows[i].s01);
    }
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    group groups[ROOM + GROUPS], *S = groups + ROOM;
    uint64_t r01 = 0, r23 = 0;
    unsigned char rest[3][4] = {{0}};

    for (int k = 0; k < GROUPS; ++k) {
        S[k].s01 = load_column(IV[3 * k]) << 8;
        S[k].s23 = load_column(IV[3 * k + 1]) | load_column(IV[3 * k + 2]) << 8;
    }
    for (unsigned long long i = 0; i < inlen / 4; ++i)
        ABSORB(in + 4 * i);

    /* The last bytes, and the length in bits modulo 2^64. */
    if (inlen % 4 > 0)
        memcpy(rest, in + inlen / 4 * 4, inlen % 4);
    for (int i = 0; i < 8; ++i)
        rest[1 + i / 4][i % 4] = (unsigned char)(inlen * 8 >> (56 - 8 * i));
    for (int i = inlen % 4 == 0; i < 3; ++i)
        ABSORB(rest[i]);

    S = make_room(S, groups, G1_SUB_ROUNDS);
    for (int i = 0; i < G1_SUB_ROUNDS; ++i)
        SUB_ROUND;
    finish(out, S, r01, r23);
    return 0;
}
