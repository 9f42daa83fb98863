/* SPDX-License-Identifier: MIT */
/* SHAvite-3-256 of LANES messages ("The SHAvite-3 Hash Function", tweaked version, 2009), without
 * salt.
 *
 * Technique: the message expansion runs beside the rounds; each subkey makes way, when a round has
 * used it, for the one four places on. VECTORS vectors side by side fill the chain of 36 rounds of
 * AES. The last round of AES in F, which has no key in the specification, has as its key what F is
 * added to and the first subkey of the next F, so that its result is the next F's input; two F
 * later that half is wanted with another subkey, which is one sum of three. A linear subkey is, in
 * words, old ^ (words 1, 2, 3 of the one before, word 0 of the result); word 0 of the result is put
 * in as word 0 of old ^ word 1 of the one before. No address and no branch depends on data.
 *
 * Bound: for PARTS blocks of 64 bytes 52 rounds of AES on port 0; 16 shuffles of nonlinear subkeys,
 * 32 of linear ones and 4 of loads on port 5; and 38 operations on either: 16 sums of linear
 * subkeys, 4 counters, 14 sums in and around the rounds, 4 loads. 142 at two a cycle for four
 * blocks are 0.277 cycles/byte.
 *
 * Rejected: subkeys that stay rotated by a word, as a round of AES commutes with a rotation of
 * columns: it saves the shuffle of nonlinear subkeys, but half of the state, two chains and a
 * subkey have to be rotated after every eight subkeys, which is 12 shuffles instead of 16 and
 * stands in the chain.
 */
#if defined(X86_AES)
/* Words 1, 2, 3, 0, or 1, 2, 3, 1; zeros, and word 0 as word 3. */
#if PARTS == 4
#define words_1230(x) _mm512_shuffle_epi32(x, 0x39)
#define words_1231(x) _mm512_shuffle_epi32(x, 0x79)
#define word_0_as_3(x) _mm512_bslli_epi128(x, 12)
#elif PARTS == 2
#define words_1230(x) _mm256_shuffle_epi32(x, 0x39)
#define words_1231(x) _mm256_shuffle_epi32(x, 0x79)
#define word_0_as_3(x) _mm256_slli_si256(x, 12)
#else
#define words_1230(x) _mm_shuffle_epi32(x, 0x39)
#define words_1231(x) _mm_shuffle_epi32(x, 0x79)
#define word_0_as_3(x) _mm_slli_si128(x, 12)
#endif
#else
#define words_1230(x) ((blocks){(x)[1], (x)[2], (x)[3], (x)[0]})
#define words_1231(x) ((blocks){(x)[1], (x)[2], (x)[3], (x)[1]})
#define word_0_as_3(x) ((blocks){0, 0, 0, (x)[0]})
#endif

#define EACH_VECTOR(statement)                                                                     \
    do {                                                                                           \
        _Pragma("GCC unroll 8") for (int v = 0; v < VECTORS; v++) { statement; }                   \
    } while (0)

/* Subkey j from the ones four before and one before; a constant j selects the statements. The
 * counter is c1, c0. */
#define NONLINEAR(j) K[j][v] = aes_round(words_1230(K[(j)-4][v]), K[(j)-1][v])
#define LINEAR(j) K[j][v] = xor3(K[(j)-4][v], word_0_as_3(K[(j)-4][v]), words_1231(K[(j)-1][v]))
#define EXPAND(j)                                                                                  \
    do {                                                                                           \
        if ((j) / 4 % 2 == 1)                                                                      \
            EACH_VECTOR(NONLINEAR(j));                                                             \
        else if ((j) < 36)                                                                         \
            EACH_VECTOR(LINEAR(j));                                                                \
        if ((j) == 4)                                                                              \
            EACH_VECTOR(K[j][v] ^= WORDS(c0, ~c1, 0, 0));                                          \
        if ((j) == 14)                                                                             \
            EACH_VECTOR(K[j][v] ^= WORDS(0, c1, ~c0, 0));                                          \
        if ((j) == 21)                                                                             \
            EACH_VECTOR(K[j][v] ^= WORDS(0, 0, c1, ~c0));                                          \
        if ((j) == 31)                                                                             \
            EACH_VECTOR(K[j][v] ^= WORDS(c0, 0, 0, ~c1));                                          \
    } while (0)

/* Round i. x is the half that F takes, with the first subkey of the round; `other` the half that F
 * is added to, with the first subkey of the round before. Then `other` is the half that F has been
 * added to, with the first subkey of the next round. */
#define ROUND(i, x, other)                                                                         \
    do {                                                                                           \
        EACH_VECTOR(t[v] = aes_round(x[v], K[3 * (i) + 1][v]));                                    \
        EXPAND(3 * (i) + 4);                                                                       \
        EACH_VECTOR(t[v] = aes_round(t[v], K[3 * (i) + 2][v]));                                    \
        EXPAND(3 * (i) + 5);                                                                       \
        EACH_VECTOR(other[v] = xor3(other[v], K[3 * (i)-3][v], K[3 * (i) + 3][v]));                \
        EACH_VECTOR(other[v] = aes_round(t[v], other[v]));                                         \
        EXPAND(3 * (i) + 6);                                                                       \
    } while (0)

/* The block at `at` of all messages, up to whose end `bits` of a message have been hashed. */
INLINE void compress(blocks chain[2][VECTORS], const unsigned char *const in[LANES], size_t at,
                     uint64_t bits) {
    uint32_t c0 = (uint32_t)bits, c1 = (uint32_t)(bits >> 32);
    blocks K[40][VECTORS], a[VECTORS], b[VECTORS], t[VECTORS];

    EACH_VECTOR({
        blocks two[2];

        load_two(two, in + PARTS * v, at);
        K[0][v] = two[0];
        K[1][v] = two[1];
        load_two(two, in + PARTS * v, at + 2 * BLOCK_BYTES);
        K[2][v] = two[0];
        K[3][v] = two[1];
        a[v] = chain[1][v] ^ K[0][v];
        b[v] = chain[0][v];
    });
    EACH_VECTOR(t[v] = aes_round(a[v], K[1][v]));
    EXPAND(4);
    EACH_VECTOR(t[v] = aes_round(t[v], K[2][v]));
    EXPAND(5);
    EACH_VECTOR(b[v] = aes_round(t[v], b[v] ^ K[3][v]));
    EXPAND(6);
    ROUND(1, b, a);
    ROUND(2, a, b);
    ROUND(3, b, a);
    ROUND(4, a, b);
    ROUND(5, b, a);
    ROUND(6, a, b);
    ROUND(7, b, a);
    ROUND(8, a, b);
    ROUND(9, b, a);
    ROUND(10, a, b);
    EACH_VECTOR({
        t[v] = aes_round(aes_round(b[v], K[34][v]), K[35][v]);
        chain[0][v] = xor3(chain[0][v], b[v], K[33][v]);
        chain[1][v] = aes_round(t[v], xor3(chain[1][v], a[v], K[30][v]));
    });
}

static void hash_group(unsigned char *const out[LANES], const unsigned char *const in[LANES],
                       unsigned long long inlen) {
    const blocks start[2] = START;
    unsigned rest = (unsigned)(inlen % SHAVITE_BLOCK);
    unsigned padded = rest + 1 + LENGTH_BYTES > SHAVITE_BLOCK ? 2 * SHAVITE_BLOCK : SHAVITE_BLOCK;
    unsigned char end[LENGTH_BYTES] = {0};
    TAILS(2 * SHAVITE_BLOCK) tails;
    blocks chain[2][VECTORS];

    EACH_VECTOR({
        chain[0][v] = start[0];
        chain[1][v] = start[1];
    });
    for (int i = 0; i < 8; i++)
        end[i] = (unsigned char)(inlen << 3 >> (8 * i));
    end[8] = 8 * DIGEST_BYTES & 0xff;
    end[9] = 8 * DIGEST_BYTES >> 8;
    OPEN_TAILS(tails, in, inlen, rest, padded);
    PUT_TAILS(tails, rest, "\x80", 1);
    PUT_TAILS(tails, padded - LENGTH_BYTES, end, LENGTH_BYTES);

    for (unsigned long long at = 0; at + SHAVITE_BLOCK <= inlen; at += SHAVITE_BLOCK)
        compress(chain, in, at, 8 * (at + SHAVITE_BLOCK));
    /* A block without a bit of the message has counter 0. */
    compress(chain, tails.of, 0, rest ? 8 * inlen : 0);
    if (padded > SHAVITE_BLOCK)
        compress(chain, tails.of, SHAVITE_BLOCK, 0);
    for (int v = 0; v < VECTORS; v++) {
        store_blocks(out + PARTS * v, 0, chain[0][v]);
        store_blocks(out + PARTS * v, BLOCK_BYTES, chain[1][v]);
    }
}
