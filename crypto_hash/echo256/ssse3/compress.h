/* SPDX-License-Identifier: MIT */
/*
 * ECHO without instructions of AES: the S-box by shuffles, in constant time. Mike Hamburg had the
 * technique first ("Accelerating AES with Vector Permute Instructions", CHES 2009).
 *
 * Technique: a shuffle looks 16 bytes up in a table of 16. Bytes are kept in a tower of fields, as
 * k + i X with k, the low half, and i, the high half, in GF(16), and X^2 = a X + a. A byte's
 * inverse is a sum of two functions of 4 bits each: with j = i + k,
 *     io = 1 / (1/i + a/k) + j = N / (k + a i),        N = k^2 + a i k + a i^2
 *     jo = 1 / (1/j + a/k) + i = N / (k + a i + a k),
 * so that 1/io and 1/jo are sums of k/N and i/N, and the inverse, the conjugate over N, is linear
 * in them. The tables from_io and from_jo hold it after the linear part of SubBytes, and two others
 * hold twice that. Infinity is 0x80, which stays above 0x7f in sums and for which a shuffle gives
 * 0.
 *
 * Invariant: 0x63 of SubBytes is added with the keys. After the second round of AES, which has
 * none, all words are off by it. twice adds it, too, and BIG.MixColumns makes each result from
 * three words and one product or three: an even number of offsets.
 *
 * ShiftRows is left out. With A and 2A the bytes after SubBytes, a round is t + t[row + 1] + A[row
 * + 3], t = 2A + A[row + 1], where a row's byte stands in its column less the rounds before; after
 * four rounds, all are in place again. Chaining values stay in the tower as well, and message words
 * are mapped to it as they are loaded. After the last BIG.SubWords, columns are added before they
 * are mixed: the feed-forward wants only their sums. No address and no branch depends on data.
 *
 * Limit: operations. A round of AES has 25 for a word, 12 of them shuffles, a BIG.MixColumns 31 for
 * a column, and the keys 48: 972 a round, 243 cycles at four a cycle, 10.1 per byte of echo256 and
 * 19 of echo512. Two shuffles or shifts a cycle are as much: 230 cycles for 460 of them. Measured
 * on Zen 5: 15.0 and 28.0, 67 % of it; 13.3 and 24.8 in builds for AVX-512, where compilers join
 * exclusive ors to ternary logic. Four words side by side keep the units busy, since the chain of
 * two rounds is 45 cycles long. opt64's tables take 16.1 and 30.1.
 *
 * Rejected: two words side by side, 1.10, and 1.08 in 32-bit code.
 */
#include "vector.h"

#define TABLE(name) static const _Alignas(16) unsigned char name[16]

/* Numbers of GF(16). There is no reciprocal of 0. */
TABLE(reciprocal) = {0x80, 0x01, 0x0c, 0x08, 0x06, 0x0f, 0x04, 0x0e,
                     0x03, 0x0d, 0x0b, 0x0a, 0x02, 0x09, 0x07, 0x05};
TABLE(a_over) = {0x80, 0x03, 0x0d, 0x01, 0x0a, 0x08, 0x0c, 0x0b,
                 0x05, 0x0e, 0x04, 0x07, 0x06, 0x02, 0x09, 0x0f};

/* The bytes after SubBytes, and twice those. */
TABLE(from_io) = {0x00, 0x43, 0x11, 0x31, 0x9f, 0xed, 0x20, 0xae,
                  0xfc, 0x52, 0xcd, 0x8e, 0xbf, 0x72, 0xdc, 0x63};
TABLE(from_jo) = {0x00, 0xd9, 0xb0, 0x98, 0xe4, 0xa5, 0x28, 0x7c,
                  0x15, 0x69, 0x8d, 0x54, 0xcc, 0x41, 0x3d, 0xf1};
TABLE(twice_from_io) = {0x00, 0x28, 0x31, 0x1d, 0xe2, 0xd7, 0x2c, 0xff,
                        0xe6, 0x19, 0xfb, 0xd3, 0xce, 0x35, 0xca, 0x04};
TABLE(twice_from_jo) = {0x00, 0x68, 0xb8, 0x0e, 0x6a, 0x0c, 0xb6, 0x64,
                        0xb4, 0xd0, 0xba, 0xd2, 0xdc, 0x66, 0x02, 0xde};

/* Linear maps of the two halves of a byte. */
TABLE(to_tower_low) = {0x00, 0x01, 0x27, 0x26, 0xc0, 0xc1, 0xe7, 0xe6,
                       0xc3, 0xc2, 0xe4, 0xe5, 0x03, 0x02, 0x24, 0x25};
TABLE(to_tower_high) = {0x00, 0xaa, 0x7a, 0xd0, 0xaf, 0x05, 0xd5, 0x7f,
                        0xd8, 0x72, 0xa2, 0x08, 0x77, 0xdd, 0x0d, 0xa7};
TABLE(from_tower_low) = {0x00, 0x01, 0x0d, 0x0c, 0x51, 0x50, 0x5c, 0x5d,
                         0xb0, 0xb1, 0xbd, 0xbc, 0xe1, 0xe0, 0xec, 0xed};
TABLE(from_tower_high) = {0x00, 0x34, 0x5f, 0x6b, 0xf6, 0xc2, 0xa9, 0x9d,
                          0xf2, 0xc6, 0xad, 0x99, 0x04, 0x30, 0x5b, 0x6f};
TABLE(twice_low) = {0xf3, 0xd4, 0xbd, 0x9a, 0x76, 0x51, 0x38, 0x1f,
                    0x69, 0x4e, 0x27, 0x00, 0xec, 0xcb, 0xa2, 0x85};
TABLE(twice_high) = {0x00, 0x16, 0x2c, 0x3a, 0x41, 0x57, 0x6d, 0x7b,
                     0x82, 0x94, 0xae, 0xb8, 0xc3, 0xd5, 0xef, 0xf9};

/* Where the next row and the last one of the same column stand, by the rounds of AES before. */
static const unsigned char next_row[4][16] = {
    {5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12, 1, 2, 3, 0},
    {9, 10, 11, 8, 13, 14, 15, 12, 1, 2, 3, 0, 5, 6, 7, 4},
    {13, 14, 15, 12, 1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8},
    {1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12}};
static const unsigned char last_row[4][16] = {
    {15, 12, 13, 14, 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10},
    {11, 8, 9, 10, 15, 12, 13, 14, 3, 0, 1, 2, 7, 4, 5, 6},
    {7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14, 3, 0, 1, 2},
    {3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14}};

/* Where the bytes of keys stand in even and in odd big rounds. */
static const unsigned char key_order[2][16] = {
    {0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3},
    {0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11}};

/* 0x63, by which SubBytes ends, in the tower. */
enum { OFFSET = 0xf3 };

typedef struct {
    vector word[CHAIN_WORDS];
} chaining_value;

/* A linear map of bytes. */
INLINE vector mapped(vector x, const unsigned char low_table[16],
                     const unsigned char high_table[16]) {
    vector low = low_halves(x);

    return XOR(shuffled(load(low_table), low), shuffled(load(high_table), high_halves(x, low)));
}

#define to_tower(x) mapped(x, to_tower_low, to_tower_high)
#define from_tower(x) mapped(x, from_tower_low, from_tower_high)
#define twice(x) mapped(x, twice_low, twice_high)

#define EACH_WORD(DO)                                                                              \
    DO(0);                                                                                         \
    DO(1);                                                                                         \
    DO(2);                                                                                         \
    DO(3)

/* A round of AES of four words, but for the key and 0x63; so many rounds came before, modulo 4. */
INLINE void aes(vector x[4], int before) {
    const vector next = load(next_row[before]), last = load(last_row[before]);
    vector i[4], j[4], k[4], io[4], jo[4], t[4];

#define SPLIT(n)                                                                                   \
    k[n] = low_halves(x[n]);                                                                       \
    i[n] = high_halves(x[n], k[n]);                                                                \
    j[n] = XOR(i[n], k[n]);                                                                        \
    k[n] = shuffled(load(a_over), k[n])
#define INVERT(n)                                                                                  \
    io[n] = XOR(shuffled(load(reciprocal), i[n]), k[n]);                                           \
    jo[n] = XOR(shuffled(load(reciprocal), j[n]), k[n])
#define INVERT_AGAIN(n)                                                                            \
    io[n] = XOR(shuffled(load(reciprocal), io[n]), j[n]);                                          \
    jo[n] = XOR(shuffled(load(reciprocal), jo[n]), i[n])
#define OUTPUT(n)                                                                                  \
    x[n] = XOR(shuffled(load(from_io), io[n]), shuffled(load(from_jo), jo[n]));                    \
    t[n] = XOR(shuffled(load(twice_from_io), io[n]), shuffled(load(twice_from_jo), jo[n]))
#define MIX(n)                                                                                     \
    t[n] = XOR(t[n], shuffled(x[n], next));                                                        \
    x[n] = XOR(XOR(t[n], shuffled(x[n], last)), shuffled(t[n], next))
    EACH_WORD(SPLIT);
    EACH_WORD(INVERT);
    EACH_WORD(INVERT_AGAIN);
    EACH_WORD(OUTPUT);
    EACH_WORD(MIX);
}

/* BIG.MixColumns of words that are off by OFFSET. */
INLINE void mix(vector out[4], const vector in[4]) {
    vector a = in[0], b = in[1], c = in[2], d = in[3];
    vector ab = XOR(a, b), bc = XOR(b, c), cd = XOR(c, d);
    vector p = twice(ab), q = twice(bc), s = twice(cd);

    out[0] = XOR(XOR(p, bc), d);
    out[1] = XOR(XOR(q, a), cd);
    out[2] = XOR(XOR(s, ab), d);
    out[3] = XOR(XOR(XOR(p, q), s), XOR(ab, c));
}

/* The keys of a big round: kappa is a multiple of 8. */
INLINE void prepare_keys(vector key[16], uint64_t kappa, int odd) {
    vector first = XOR(shuffled(to_tower(number(kappa)), load(key_order[odd])), all(OFFSET));
    vector second = XOR(shuffled(to_tower(number(kappa + 8)), load(key_order[odd])), all(OFFSET));

    for (int n = 0; n < 8; ++n) {
        key[n] = XOR(first, number(to_tower_low[n]));
        key[n + 8] = XOR(second, number(to_tower_low[n]));
    }
}

/* Column c after BIG.SubWords and BIG.ShiftRows. */
INLINE void substitute(vector out[4], const vector in[16], const vector key[16], int c, int odd) {
#define WORD(r) (4 * (c) + 5 * (r)) % 16
#define TAKE(r) out[r] = in[WORD(r)]
#define ADD_KEY(r) out[r] = XOR(out[r], key[WORD(r)])
    EACH_WORD(TAKE);
    aes(out, 2 * odd);
    EACH_WORD(ADD_KEY);
    aes(out, 2 * odd + 1);
}

TARGET static inline void compress(chaining_value *V, const unsigned char *M, uint64_t kappa) {
    vector S[2][16], key[16], w[4], sums[CHAIN_WORDS];

    for (int i = 0; i < CHAIN_WORDS; ++i)
        S[0][i] = V->word[i];
    for (int i = CHAIN_WORDS; i < 16; ++i) {
        S[0][i] = to_tower(load(M + 16 * (i - CHAIN_WORDS)));
        V->word[i % CHAIN_WORDS] = XOR(V->word[i % CHAIN_WORDS], S[0][i]);
    }
    for (int round = 0; round < ROUNDS - 1; ++round, kappa += 16) {
        int odd = round % 2;

        prepare_keys(key, kappa, odd);
        for (int c = 0; c < 4; ++c) {
            substitute(w, S[odd], key, c, odd);
            mix(S[!odd] + 4 * c, w);
        }
    }
    prepare_keys(key, kappa, 1);
    /* As many words are in a sum as make up for what they are off by; twice is left. */
    for (int i = 0; i < CHAIN_WORDS; ++i)
        sums[i] = all(OFFSET);
    for (int c = 0; c < 4; ++c) {
        substitute(w, S[1], key, c, 1);
        for (int r = 0; r < 4; ++r)
            sums[(4 * c + r) % CHAIN_WORDS] = XOR(sums[(4 * c + r) % CHAIN_WORDS], w[r]);
    }
    for (int c = 0; c < CHAIN_WORDS; c += 4) {
        mix(w, sums + c);
        for (int r = 0; r < 4; ++r)
            V->word[c + r] = XOR(V->word[c + r], w[r]);
    }
}

INLINE chaining_value initial_value(void) {
    chaining_value V;

    for (int i = 0; i < CHAIN_WORDS; ++i)
        V.word[i] = to_tower(number(8 * crypto_hash_BYTES));
    return V;
}

INLINE void store_digest(unsigned char *out, const chaining_value *V) {
    for (int i = 0; i < crypto_hash_BYTES / 16; ++i)
        store(out + 16 * i, from_tower(V->word[i]));
}
