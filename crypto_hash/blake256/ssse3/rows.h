/* SPDX-License-Identifier: MIT */

/*
 * A round of BLAKE and BLAKE2 on the rows of the state: four G at once, each in a lane of its own.
 *
 * Technique: b, which G changes last, stays where it is; before the diagonals the other rows turn
 * against it. Lane j then holds the diagonal that starts with v[j - 1]. Turning a, c and d costs no
 * time: each is ready so long before the next step that needs it (5, 2 and 3 operations earlier
 * than b) that up to 4 cycles of latency hide behind the chain through b and d. The message words
 * are added to a before b is there.
 *
 * Limit: of G, add, xor, rotate, add, xor, rotate, twice, depend on each other: 12 operations, and
 * twice that for a round. On Zen 5 each of these vector operations takes two cycles, and BLAKE-256
 * takes 1.5 times the time of general registers (opt32), BLAKE2b 1.7 times.
 *
 * Rejected: turning b, c and d, as the specification suggests it. It makes the chain longer by the
 * latency of a turn, twice a round: 1.06 times the time for words of 32 bits on Zen 4, 1.16 to 1.19
 * times for those of 64, whose turn takes longer. Rows with NEON on arm64, by count: shifts that
 * insert make a rotation two operations, and each takes two cycles or more, 56 a round for
 * BLAKE-256 and BLAKE2s; in 31 general registers the 128 or 112 instructions of a round take 32 or
 * 28 cycles with four units.
 *
 * vector.h defines vec (four words), add, xor2, XOR_ROTATE(early, late, n), TURN_n(x), in which
 * lane j is lane j + n of x, and held, which keeps the compiler from adding b before the message;
 * compress.h defines COLUMNS, four G with the words that it is given of a row of the permutations.
 */

typedef struct {
    vec a, b;
} chaining_value;

typedef struct {
    vec a, b, c, d;
} rows;

INLINE void G(rows *v, vec x, vec y) {
    v->a = add(held(add(v->a, x)), v->b);
    v->d = XOR_ROTATE(v->d, v->a, ROTATE_1);
    v->c = add(v->c, v->d);
    v->b = XOR_ROTATE(v->b, v->c, ROTATE_2);
    v->a = add(held(add(v->a, y)), v->b);
    v->d = XOR_ROTATE(v->d, v->a, ROTATE_3);
    v->c = add(v->c, v->d);
    v->b = XOR_ROTATE(v->b, v->c, ROTATE_4);
}

INLINE void turn_to_diagonals(rows *v) {
    v->a = TURN_3(v->a);
    v->c = TURN_1(v->c);
    v->d = TURN_2(v->d);
}

INLINE void turn_to_columns(rows *v) {
    v->a = TURN_1(v->a);
    v->c = TURN_3(v->c);
    v->d = TURN_2(v->d);
}

/* The message words of the diagonals are turned as the state is. */
#define ROUND(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15)                \
    COLUMNS(s0, s1, s2, s3, s4, s5, s6, s7);                                                       \
    turn_to_diagonals(&v);                                                                         \
    COLUMNS(s14, s15, s8, s9, s10, s11, s12, s13);                                                 \
    turn_to_columns(&v)
