/* SPDX-License-Identifier: MIT */
/*
 * ECHO with the instructions of AES, each word in a vector. vector.h has the operations and says
 * what bounds them.
 *
 * Technique: BIG.ShiftRows is a choice of names. A column is mixed and its four words go through
 * the next BIG.SubWords at once, while the next column is mixed: AES is the long latency, and
 * nothing waits for it. After the last BIG.SubWords, columns are added before they are mixed, to
 * one for echo256 and to two for echo512: the feed-forward wants only their sums. No address and no
 * branch depends on data.
 *
 * Invariant: salt OFFSET makes up for what twice adds. All words are off by it before
 * BIG.MixColumns and none after it: each result is the sum of three words and of one product or
 * three, an even number of offsets. In each sum of columns, one has to be off.
 */
#include "vector.h"

typedef struct {
    vector word[16];
} state;

typedef struct {
    vector word[CHAIN_WORDS];
} chaining_value;

/* BIG.MixColumns of words that are off by OFFSET. */
INLINE void mix(vector out[4], vector a, vector b, vector c, vector d) {
    vector ab = XOR(a, b), bc = XOR(b, c), cd = XOR(c, d);
    vector p = twice(ab), q = twice(bc), s = twice(cd);

    out[0] = XOR3(p, bc, d);
    out[1] = XOR3(q, a, cd);
    out[2] = XOR3(s, ab, d);
    out[3] = XOR(XOR3(p, q, s), XOR(ab, c));
}

#define FROM_TO(i, DO)                                                                             \
    DO(i);                                                                                         \
    DO(i + 1);                                                                                     \
    DO(i + 2);                                                                                     \
    DO(i + 3)

/* BIG.SubWords of word n. */
#define SUBSTITUTE(S, n, salt) S.word[n] = aes_twice(S.word[n], ADD_NUMBER(kappa, n), salt)

/* BIG.SubWords of column c. */
#define SUBSTITUTE_COLUMN(S, c, salt)                                                              \
    SUBSTITUTE(S, 4 * (c), salt);                                                                  \
    SUBSTITUTE(S, 4 * (c) + 1, salt);                                                              \
    SUBSTITUTE(S, 4 * (c) + 2, salt);                                                              \
    SUBSTITUTE(S, 4 * (c) + 3, salt)

/* Column c after BIG.ShiftRows, BIG.MixColumns and the next BIG.SubWords. */
#define COLUMN(c, salt)                                                                            \
    mix(out.word + 4 * (c), S.word[4 * (c)], S.word[(4 * (c) + 5) % 16],                           \
        S.word[(4 * (c) + 10) % 16], S.word[(4 * (c) + 15) % 16]);                                 \
    SUBSTITUTE_COLUMN(out, c, salt)

/* From after one BIG.SubWords to after the next. */
INLINE state big_round(state S, vector kappa, vector salt_0, vector salt_1, vector salt_2_3) {
    state out;

    COLUMN(0, salt_0);
    COLUMN(1, salt_1);
    COLUMN(2, salt_2_3);
    COLUMN(3, salt_2_3);
    return out;
}

INLINE void compress(chaining_value *V, const unsigned char *M, uint64_t C) {
    vector kappa = NUMBER(C);
    vector sum[8];
    state S;

#define CHAIN_WORD(i) S.word[i] = V->word[(i) % CHAIN_WORDS]
#define MESSAGE_WORD(i)                                                                            \
    S.word[i] = load(M + 16 * ((i)-CHAIN_WORDS));                                                  \
    V->word[(i) % CHAIN_WORDS] = XOR(V->word[(i) % CHAIN_WORDS], S.word[i])
    FROM_TO(0, CHAIN_WORD);
    if (CHAIN_WORDS == 4) {
        FROM_TO(4, MESSAGE_WORD);
    } else {
        FROM_TO(4, CHAIN_WORD);
    }
    FROM_TO(8, MESSAGE_WORD);
    FROM_TO(12, MESSAGE_WORD);
    SUBSTITUTE_COLUMN(S, 0, OFFSET);
    SUBSTITUTE_COLUMN(S, 1, OFFSET);
    SUBSTITUTE_COLUMN(S, 2, OFFSET);
    SUBSTITUTE_COLUMN(S, 3, OFFSET);
    for (int round = 2; round < ROUNDS; ++round) {
        kappa = ADD_NUMBER(kappa, 16);
        S = big_round(S, kappa, OFFSET, OFFSET, OFFSET);
    }
    kappa = ADD_NUMBER(kappa, 16);
    /* In each sum of columns, one is off. */
    S = big_round(S, kappa, OFFSET, CHAIN_WORDS == 4 ? NONE : OFFSET, NONE);
#define ADD_OTHER(i) sum[i] = XOR(S.word[i], S.word[(i) + 8])
#define ADD_TO_CHAIN(i) V->word[(i) % CHAIN_WORDS] = XOR(V->word[(i) % CHAIN_WORDS], S.word[i])
    FROM_TO(0, ADD_OTHER);
    FROM_TO(4, ADD_OTHER);
    if (CHAIN_WORDS == 4) {
        mix(S.word, XOR(sum[0], sum[4]), XOR(sum[1], sum[5]), XOR(sum[2], sum[6]),
            XOR(sum[3], sum[7]));
    } else {
        mix(S.word, sum[0], sum[5], sum[2], sum[7]);
        mix(S.word + 4, sum[4], sum[1], sum[6], sum[3]);
        FROM_TO(4, ADD_TO_CHAIN);
    }
    FROM_TO(0, ADD_TO_CHAIN);
}

INLINE chaining_value initial_value(void) {
    chaining_value V;

    for (int i = 0; i < CHAIN_WORDS; ++i)
        V.word[i] = NUMBER(8 * crypto_hash_BYTES);
    return V;
}

INLINE void store_digest(unsigned char *out, const chaining_value *V) {
    for (int i = 0; i < crypto_hash_BYTES / 16; ++i)
        store(out + 16 * i, V->word[i]);
}
