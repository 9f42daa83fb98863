/* SPDX-License-Identifier: MIT */
/*
 * Fugue with 256 or 512 bits of output, as in the second round of the SHA-3 competition ("The Hash
 * Function Fugue", Halevi, Hall and Jutla, 2009), on vectors of four columns, for every technique.
 * smix.h has SMIX and with it all that bounds the speed: it says which technique, and why.
 * processor.h and vector.h have the operations, and parameters.h holds the size's own constants and
 * TIX. The other vector implementations of both sizes link to this file.
 *
 * Technique: group k of the state is columns 3k, 3k+1 and 3k+2 in slots 1, 2 and 3 of a vector;
 * what is in slot 0 does not count. Columns 0 to 3 are r_0 to r_3, the result of SMIX, in slots 0
 * to 3. ROR by 3 then makes them columns 3 to 6, and CMIX adds r_1, r_2, r_3 to columns 0, 1, 2 of
 * group 0: these are the same slots. SMIX takes columns 3, 0, 1 and 2 in slots 0 to 3, and column 3
 * is r_0: its slot, too. So the input of SMIX is its last result plus group 0, without a shuffle.
 *
 * Groups are a queue in memory. ROR moves its start down by one; SMIX's result becomes group 1, and
 * group GROUPS - 1 becomes group 0, is added to the result, and leaves the queue. All groups wait
 * for several sub-rounds, so that the memory is not in the chain. The room below the queue suffices
 * for 64 sub-rounds, then the queue is copied to the top.
 *
 * The chain leads from one SMIX to the next. SMIX adds the next group 0 to what it has early, so
 * that this addition is not in the chain. No address and no branch depends on the message.
 *
 * Limit: the chain through SMIX. A message of n bytes has n/2 of them in fugue256, n in fugue512,
 * one after the other, each on 16 bytes: there is no work for wider vectors, as those of VAES.
 *
 * Not tried: all groups in registers with an unrolled loop of 5 (or 3) input columns. The code
 * would be ten times as large, and the chain is the same.
 */
#include "crypto_hash.h"
#include <stdint.h>
#include <string.h>

#include "processor.h"
#include "vector.h"

#include "smix.h"

#include "parameters.h"

enum { GROUPS = COLUMNS / 3, HALF = GROUPS / 2, ROOM = 64 };

/* Moves the queue to the top if it has no room for `count` sub-rounds. */
TARGET static inline vector *make_room(vector *group, vector *queue, int count) {
    vector *top = queue + ROOM;

    if (group >= queue + count)
        return group;
    for (int k = GROUPS - 1; k > 0; --k)
        top[k] = group[k];
    return top;
}

/*
 * ROR, CMIX and SMIX. Before, x is the input of SMIX and r its last result; then they are those of
 * the next sub-round, but that `also` is added to both.
 */
#define SUB_ROUND(also)                                                                            \
    do {                                                                                           \
        --group;                                                                                   \
        group[HALF] = xor2(group[HALF], r);                                                        \
        vector group_0 = without_slot_0(group[GROUPS - 1]);                                        \
        x = SMIX(x, xor2(group_0, also));                                                          \
        vector next = xor2(x, group_0);                                                            \
        group[1] = r3_r1_r2(next, r);                                                              \
        r = next;                                                                                  \
    } while (0)

/*
 * Rounds G2. Each sub-round takes four columns, a window, from one of PARTS places of the state,
 * and the windows move up by one column in each round. So ROR is left out: a window that has been
 * mixed to r_0, r_1, r_2, r_3 leaves r_0 in memory, and gets the next column plus r_0, which is in
 * the slot where SMIX wants it. r_0 is added to the first columns of the other windows as well.
 */
TARGET static inline void leave_column_0(unsigned char column[][4], vector windows[PARTS], int part,
                                         int place, vector r) {
    int first = part == 0 ? COLUMNS : 0; /* the last window goes on behind the last column */

    store_column_0(column[first + place], r);
    windows[part] = xor2(r, column_in_slot_0(column[place + 4]));
    for (int i = 0; i < PARTS; ++i)
        if (i != part)
            windows[i] = xor2(windows[i], slot_0_in_1(r));
}

TARGET static void finish(unsigned char *out, const vector *group, vector r) {
    unsigned char column[COLUMNS + 14][4];
    vector windows[PARTS];

    /* A group's slot 0 is overwritten by the group before it. */
    for (int k = GROUPS - 1; k > 0; --k)
        store_columns(column[3 * k - 1], group[k]);
    store_columns(column[0], r);
    for (int i = 1; i < PARTS; ++i)
        windows[i] = columns_3_0_1_2(load_columns(column[COLUMNS / PARTS * i]));
    leave_column_0(column, windows, 0, 0, r);
    for (int round = 0; round < 13; ++round) {
        for (int i = PARTS - 1; i > 0; --i)
            leave_column_0(column, windows, i, COLUMNS / PARTS * i + round,
                           SMIX(windows[i], zero()));
        leave_column_0(column, windows, 0, 1 + round, SMIX(windows[0], zero()));
    }
    for (int i = 0; i < PARTS; ++i)
        store_columns_1_2_3_0(out + 16 * i, from_tower(windows[i]));
}

/*
 * TIX, and the sub-rounds that follow it. The input becomes column 0, and column 3 by ROR, which
 * has slot 0 in SMIX. S[1] ^= S[24] has been done by the sub-round before.
 */
#define ABSORB(bytes)                                                                              \
    do {                                                                                           \
        vector q = to_tower(column_in_all_slots(bytes));                                           \
        group = make_room(group, queue, SUB_ROUNDS);                                               \
        TIX(group, r, q);                                                                          \
        x = slot_0_of(q, x);                                                                       \
        for (int i = 1; i < SUB_ROUNDS; ++i)                                                       \
            SUB_ROUND(zero());                                                                     \
        SUB_ROUND(only_slot_1(group[8]));                                                          \
    } while (0)

TARGET int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    vector queue[ROOM + GROUPS + 1], *group = queue + ROOM;
    unsigned char rest[3][4] = {{0}};

    for (int k = 1; k < GROUPS; ++k)
        group[k] = to_tower(load_columns(IV[3 * k - 1]));
    vector r = only_slot_1(group[8]), x = xor2(r, without_slot_0(group[GROUPS - 1]));
    for (unsigned long long i = 0; i < inlen / 4; ++i)
        ABSORB(in + 4 * i);

    /* The last bytes, and the length in bits modulo 2^64. */
    if (inlen % 4 > 0)
        memcpy(rest, in + inlen / 4 * 4, inlen % 4);
    for (int i = 0; i < 8; ++i)
        rest[1 + i / 4][i % 4] = (unsigned char)(inlen * 8 >> (56 - 8 * i));
    for (int i = inlen % 4 == 0; i < 3; ++i)
        ABSORB(rest[i]);

    /* No TIX comes next. */
    group = make_room(group, queue, G1_SUB_ROUNDS);
    x = xor2(x, only_slot_1(group[8]));
    r = xor2(r, only_slot_1(group[8]));
    for (int i = 0; i < G1_SUB_ROUNDS; ++i)
        SUB_ROUND(zero());
    finish(out, group, r);
    return 0;
}
