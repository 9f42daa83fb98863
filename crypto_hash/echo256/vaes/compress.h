/* SPDX-License-Identifier: MIT */
/*
 * ECHO in vectors of two words: row r of the state is two vectors, columns 0 and 1, columns 2
 * and 3. vector.h has the operations and says what bounds them, substitute.h has BIG.SubWords and
 * BIG.ShiftRows.
 *
 * Technique: two columns are mixed and their words go through the next BIG.SubWords at once, while
 * the other two are mixed: AES is the long latency, and nothing waits for it. After the last
 * BIG.SubWords, columns 0 and 2 and columns 1 and 3 are added before they are mixed: the
 * feed-forward wants only their sums. No address and no branch depends on data.
 *
 * Invariant: salt OFFSET makes up for what twice adds. All words are off by it before
 * BIG.MixColumns and none after it: each result is the sum of three words and of one product or
 * three, an even number of offsets. In each sum of columns, one has to be off.
 */
#include "vector.h"

typedef struct {
    vector row[4][2];
} state;

/* Row r of one or two columns of words. */
typedef struct {
    vector row[4];
} chaining_value;

#include "substitute.h"

#define EACH_ROW(DO)                                                                               \
    DO(0);                                                                                         \
    DO(1);                                                                                         \
    DO(2);                                                                                         \
    DO(3)

/* BIG.MixColumns of two columns of words that are off by OFFSET. */
INLINE void mix(vector out[4], vector a, vector b, vector c, vector d) {
    vector ab = XOR(a, b), bc = XOR(b, c), cd = XOR(c, d);
    vector p = twice(ab), q = twice(bc), s = twice(cd);

    out[0] = XOR3(p, bc, d);
    out[1] = XOR3(q, a, cd);
    out[2] = XOR3(s, ab, d);
    out[3] = XOR3(s, q, XOR3(p, ab, c));
}

#define MIX(S, half) mix(mixed, S.row[0][half], S.row[1][half], S.row[2][half], S.row[3][half])

/* From after one BIG.ShiftRows to after the next. */
INLINE state big_round(state S, vector kappa, vector salt_0, vector salt_1) {
    vector mixed[4];
    substituted W;

    MIX(S, 0);
    SUBSTITUTE(W, 0, mixed, salt_0);
    MIX(S, 1);
    SUBSTITUTE(W, 1, mixed, salt_1);
    return big_shift_rows(&W);
}

INLINE void compress(chaining_value *V, const unsigned char *M, uint64_t C) {
    state S;
    substituted W;
    vector kappa = _mm256_set_epi64x(0, (long long)C, 0, (long long)C), mixed[4];

#define LOAD_ROW(r)                                                                                \
    do {                                                                                           \
        vector words_0 = V->row[r], words_1 = lanes(M + 16 * (r), M + 16 * (r) + 64);              \
                                                                                                   \
        if (CHAIN_WORDS == 4) {                                                                    \
            words_0 = _mm256_inserti128_si256(words_0, load(M + 16 * (r)), 1);                     \
            words_1 = lanes(M + 16 * (r) + 64, M + 16 * (r) + 128);                                \
        }                                                                                          \
        V->row[r] = XOR(words_0, words_1);                                                         \
        S.row[r][0] = words_0;                                                                     \
        S.row[r][1] = words_1;                                                                     \
    } while (0)
    EACH_ROW(LOAD_ROW);
#define ROW_0(r) mixed[r] = S.row[r][0]
#define ROW_1(r) mixed[r] = S.row[r][1]
    EACH_ROW(ROW_0);
    SUBSTITUTE(W, 0, mixed, OFFSET);
    EACH_ROW(ROW_1);
    SUBSTITUTE(W, 1, mixed, OFFSET);
    S = big_shift_rows(&W);
    for (int round = 2; round < ROUNDS; ++round) {
        kappa = _mm256_add_epi64(kappa, _mm256_set_epi64x(0, 16, 0, 16));
        S = big_round(S, kappa, OFFSET, OFFSET);
    }
    kappa = _mm256_add_epi64(kappa, _mm256_set_epi64x(0, 16, 0, 16));
    S = big_round(S, kappa, OFFSET, _mm256_setzero_si256());
#define JOIN(r) mixed[r] = XOR(S.row[r][0], S.row[r][1])
    EACH_ROW(JOIN);
    mix(mixed, mixed[0], mixed[1], mixed[2], mixed[3]);
#define ADD(r)                                                                                     \
    do {                                                                                           \
        V->row[r] = XOR(V->row[r], mixed[r]);                                                      \
        if (CHAIN_WORDS == 4)                                                                      \
            V->row[r] = XOR(V->row[r], _mm256_permute2x128_si256(V->row[r], V->row[r], 0x01));     \
    } while (0)
    EACH_ROW(ADD);
}

INLINE chaining_value initial_value(void) {
    chaining_value V;

#define INITIAL(r) V.row[r] = _mm256_set_epi64x(0, 8 * crypto_hash_BYTES, 0, 8 * crypto_hash_BYTES)
    EACH_ROW(INITIAL);
    return V;
}

INLINE void store_digest(unsigned char *out, const chaining_value *V) {
    for (int i = 0; i < crypto_hash_BYTES / 16; ++i)
        store(out + 16 * i, _mm256_castsi256_si128(V->row[i]));
}
