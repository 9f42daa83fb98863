/* SPDX-License-Identifier: MIT */
/*
 * P and P_f of Hamsi-512 in eight vectors of 128 bits, two for each row of the state. vector.h
 * holds what a vector is and the operations on it, expansion.h the message expansion: they say
 * which technique, what bounds it, and why.
 *
 * Technique: one vector of a row holds the even columns, the other the odd ones. So row r is
 * rotated by r words, which brings the diagonals into columns for L, by an exchange of the two
 * vectors and rotations of each. For the L inside the rows, its 16 words are transposed: words i of
 * all four groups into vector i. The constants of a round are added in the round before, at places
 * that are not on the critical path: in the L on diagonals, to b and d when they are finished, to a
 * and c before their last rotation. What follows there, the constants undergo backwards. The
 * constants of round 0 stay in the chaining value and come in with the message.
 */
#include "constants.h"
#include "vector.h"

typedef struct {
    vector a, b, c, d;
} rows;

/* Words 0 .. 7 and 8 .. 15 of the chaining value or the expanded message, even and odd ones apart.
 */
typedef struct {
    vector even0, odd0, even1, odd1;
} words;

typedef words message;

typedef struct {
    words h;
} state;

typedef words chain;

/* Columns 0, 2, 4, 6, and columns 1, 3, 5, 7. */
typedef struct {
    rows even, odd;
} matrix;

INLINE vector load(const uint32_t *words) {
    vector a;
    memcpy(&a, words, sizeof a);
    return a;
}

INLINE words add_words(words a, const uint32_t b[16]) {
    return (words){a.even0 ^ load(b), a.odd0 ^ load(b + 4), a.even1 ^ load(b + 8),
                   a.odd1 ^ load(b + 12)};
}

#include "sbox.h"

INLINE rows L(rows x, const uint32_t constants[16]) {
    vector a = ROTATE(x.a, 13), b = x.b, c = ROTATE(x.c, 3), d = x.d;

    b = ROTATE(XOR3(c, a, b), 1);
    d = ROTATE(XOR3(c, d, a << 3), 7);
    a ^= load(constants);
    c ^= load(constants + 8);
    a = ROTATE(XOR3(b, d, a), 5);
    c = ROTATE(XOR3(d, b << 7, c), 22);
    return (rows){a, b ^ load(constants + 4), c, d ^ load(constants + 12)};
}

/* Of diagonals: L inside the rows, and the rows rotated back. */
INLINE matrix diffuse_rows(matrix s) {
    vector row0 = SHUFFLE(s.even.a, s.odd.a, 0, 1, 6, 7);
    vector row1 = SHUFFLE(s.even.b, s.odd.b, 0, 1, 5, 6);
    vector row2 = SHUFFLE(s.even.c, s.odd.c, 3, 2, 4, 5);
    vector row3 = SHUFFLE(s.even.d, s.odd.d, 3, 2, 7, 4);
    vector ab01 = SHUFFLE(row0, row1, 0, 4, 1, 5), cd01 = SHUFFLE(row0, row1, 2, 6, 3, 7);
    vector ad23 = SHUFFLE(row2, row3, 0, 4, 1, 5), bc23 = SHUFFLE(row2, row3, 2, 6, 3, 7);
    rows x = {SHUFFLE(ab01, ad23, 0, 1, 4, 5), SHUFFLE(ab01, bc23, 2, 3, 4, 5),
              SHUFFLE(cd01, bc23, 0, 1, 6, 7), SHUFFLE(cd01, ad23, 2, 3, 6, 7)};

    x = L(x, no_constants);
    ab01 = SHUFFLE(x.a, x.b, 0, 4, 1, 5);
    cd01 = SHUFFLE(x.c, x.d, 0, 4, 1, 5);
    ad23 = SHUFFLE(x.a, x.d, 2, 6, 3, 7);
    bc23 = SHUFFLE(x.b, x.c, 2, 6, 3, 7);
    rows even = {SHUFFLE(ab01, s.even.a, 0, 1, 6, 7), SHUFFLE(s.odd.b, cd01, 3, 0, 6, 7),
                 SHUFFLE(ad23, s.even.c, 0, 4, 5, 1), SHUFFLE(s.odd.d, bc23, 2, 6, 7, 1)};
    rows odd = {SHUFFLE(s.odd.a, cd01, 0, 1, 4, 5), SHUFFLE(ab01, s.even.b, 2, 3, 6, 7),
                SHUFFLE(s.odd.c, bc23, 3, 4, 5, 2), SHUFFLE(ad23, s.even.d, 2, 4, 5, 3)};
    return (matrix){even, odd};
}

#include "round.h"

/* Words of m and of h, in turns. */
INLINE matrix concatenate(words m, words h) {
    rows even = {SHUFFLE(m.even0, h.even0, 0, 4, 1, 5), SHUFFLE(h.even0, m.even0, 2, 6, 3, 7),
                 SHUFFLE(m.even1, h.even1, 0, 4, 1, 5), SHUFFLE(h.even1, m.even1, 2, 6, 3, 7)};
    rows odd = {SHUFFLE(m.odd0, h.odd0, 0, 4, 1, 5), SHUFFLE(h.odd0, m.odd0, 2, 6, 3, 7),
                SHUFFLE(m.odd1, h.odd1, 0, 4, 1, 5), SHUFFLE(h.odd1, m.odd1, 2, 6, 3, 7)};
    return (matrix){even, odd};
}

/* h plus rows 0 and 2. */
INLINE words add_truncated(words h, matrix s) {
    return (words){h.even0 ^ s.even.a, h.odd0 ^ s.odd.a, h.even1 ^ s.even.c, h.odd1 ^ s.odd.c};
}

/* P, for a message that has the constants of round 0 already. */
INLINE void absorb_block(chain *h, message m) {
    matrix s = concatenate(m, *h);

    for (unsigned r = 0; r < ROUNDS; ++r)
        s = round_of_P(s, after_round[r]);
    *h = add_truncated(*h, s);
}

/* P_f, for a message without constants. */
INLINE words absorb_last_block(words h, words m) {
    matrix s;

    h = add_words(h, alpha_to_alpha_f);
    s = concatenate(add_words(m, alpha_f_of_m), h);
    for (unsigned r = 0; r < FINAL_ROUNDS; ++r)
        s = round_of_P(s, after_round_f[r]);
    return add_words(add_truncated(h, s), alpha_f_of_h);
}

#include "expansion.h"

/* Where word i of the chaining value stands in h: even words first in each half. */
#define PLACE(i) (((i)&8) | ((i)&1) << 2 | ((i)&6) >> 1)

TARGET static void start(state *at, const unsigned char *bytes) {
    uint32_t h[16];

    for (unsigned i = 0; i < 16; ++i, bytes += 4)
        h[PLACE(i)] = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 |
                      (uint32_t)bytes[2] << 8 | bytes[3];
    at->h = add_words((words){load(h), load(h + 4), load(h + 8), load(h + 12)}, alpha_of_h);
}

TARGET static void absorb(state *at, const unsigned char *in, unsigned long long blocks) {
    chain h = at->h;

    absorb_blocks(&h, in, blocks);
    at->h = h;
}

TARGET static void finish(unsigned char *out, state *at, const unsigned char *last) {
    words digest = absorb_last_block(at->h, expand(last));
    uint32_t h[16];

    memcpy(h, &digest, sizeof h);
    for (unsigned i = 0; i < 16; ++i) {
        for (unsigned k = 0; k < 4; ++k)
            out[4 * i + k] = (unsigned char)(h[PLACE(i)] >> (24 - 8 * k));
    }
}
