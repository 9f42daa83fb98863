/* SPDX-License-Identifier: MIT */
/*
 * P and P_f of Hamsi-256 in four vectors of 128 bits, one for each row of the state. vector.h holds
 * what a vector is and the operations on it, expansion.h the message expansion: they say which
 * technique, what bounds it, and why.
 *
 * Technique: the S-box works on whole rows. Rotating row r by r words brings the diagonals into
 * columns, and L works on whole rows too; then the rows are rotated back. The constants of a round
 * are added in the round before, at places that are not on the critical path: to b and d when they
 * are finished, to a and c before their last rotation, which the constants undergo backwards. The
 * constants of round 0 stay in the chaining value and come in with the message.
 *
 * The chaining value is kept as h[0] = h_2 h_3 h_0 h_1, h[1] = h_6 h_7 h_4 h_5: so each word of it
 * stands where it enters the state.
 */
#include "constants.h"
#include "vector.h"

typedef struct {
    vector h[2];
} state;

typedef struct {
    vector a, b, c, d;
} rows;

INLINE vector load(const uint32_t *words) {
    vector a;
    memcpy(&a, words, sizeof a);
    return a;
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
    return (rows){a, b, c, d};
}

/* A round; constants are those of the round after it. */
INLINE rows middle_round(rows x, const uint32_t constants[16]) {
    x = substitute(x);
    x = (rows){x.a, WORDS_FROM(x.b, 1), WORDS_FROM(x.c, 2), WORDS_FROM(x.d, 3)};
    x = L(x, constants);
    return (rows){x.a, WORDS_FROM(x.b, 3) ^ load(constants + 4), WORDS_FROM(x.c, 2),
                  WORDS_FROM(x.d, 1) ^ load(constants + 12)};
}

/* The last round, as far as rows 0 and 2 need it. Words 2 and 3 of both come first. */
INLINE rows last_round(rows x) {
    x = substitute(x);
    x = (rows){x.a, WORDS_FROM(x.b, 1), WORDS_FROM(x.c, 2), WORDS_FROM(x.d, 3)};
    x = L(x, no_constants);
    return (rows){WORDS_FROM(x.a, 2), x.b, x.c, x.d};
}

/* The expanded words 0 .. 3 and 4 .. 7. */
typedef struct {
    vector m0, m1;
} message;

/* A chaining value h ^ t. The sum is not on the critical path. */
typedef struct {
    vector h0, h1, t0, t1;
} chain;

/* Words of m and of the chaining value, in turns. */
INLINE rows concatenate(message m, const chain *at) {
    return (rows){UPPER_HALF(m.m0, at->h0, at->t0), LOWER_HALF(m.m0, at->h0, at->t0),
                  UPPER_HALF(m.m1, at->h1, at->t1), LOWER_HALF(m.m1, at->h1, at->t1)};
}

INLINE message add_words(message m, const uint32_t words[8]) {
    return (message){m.m0 ^ load(words), m.m1 ^ load(words + 4)};
}

/* P, for a message that has the constants of round 0 already. */
INLINE void absorb_block(chain *at, message m) {
    rows x = concatenate(m, at);

    at->h0 ^= at->t0;
    at->h1 ^= at->t1;
    x = middle_round(x, after_round[0]);
    x = middle_round(x, after_round[1]);
    x = last_round(x);
    at->t0 = x.a;
    at->t1 = x.c;
}

/* P_f, for a message without constants. */
INLINE void absorb_last_block(chain *at, message m) {
    rows x;

    at->t0 ^= load(alpha_to_alpha_f);
    at->t1 ^= load(alpha_to_alpha_f + 4);
    x = concatenate(add_words(m, alpha_f_of_m), at);
    at->h0 ^= at->t0 ^ load(alpha_f_of_h);
    at->h1 ^= at->t1 ^ load(alpha_f_of_h + 4);
    for (unsigned r = 0; r < FINAL_ROUNDS - 1; ++r)
        x = middle_round(x, after_round_f[r]);
    x = last_round(x);
    at->t0 = x.a;
    at->t1 = x.c;
}

#include "expansion.h"

TARGET static void start(state *at, const unsigned char *bytes) {
    uint32_t h[8];

    for (unsigned i = 0; i < 8; ++i, bytes += 4)
        h[i ^ 2] = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
                   bytes[3];
    at->h[0] = load(h) ^ load(alpha_of_h);
    at->h[1] = load(h + 4) ^ load(alpha_of_h + 4);
}

TARGET static void absorb(state *at, const unsigned char *in, unsigned long long blocks) {
    chain c = {at->h[0], at->h[1], {0}, {0}};

    absorb_blocks(&c, in, blocks);
    at->h[0] = c.h0 ^ c.t0;
    at->h[1] = c.h1 ^ c.t1;
}

TARGET static void finish(unsigned char *out, state *at, const unsigned char *last) {
    chain c = {at->h[0], at->h[1], {0}, {0}};

    absorb_last_block(&c, expand(last));
    at->h[0] = c.h0 ^ c.t0;
    at->h[1] = c.h1 ^ c.t1;
    for (unsigned i = 0; i < 8; ++i) {
        for (unsigned k = 0; k < 4; ++k)
            out[4 * i + k] = (unsigned char)(at->h[i / 4][(i ^ 2) % 4] >> (24 - 8 * k));
    }
}
