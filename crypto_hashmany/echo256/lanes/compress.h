/* SPDX-License-Identifier: MIT */
/* ECHO-256 of LANES messages, second-round version ("ECHO hash function", 2010), without salt.
 *
 * Technique: word i of PARTS messages is one vector. BIG.ShiftRows is a choice of names. A column
 * is mixed, then its four words go through the next BIG.SubWords at once, while the next column is
 * mixed: AES is the long latency, and nothing waits for it. After the last BIG.SubWords columns are
 * added before they are mixed: the feed-forward wants only their sum. The counters of all 128 words
 * are the same for all messages: they are computed once, PARTS in a vector, and broadcast as they
 * are loaded. No address and no branch depends on data.
 *
 * Bound: 256 rounds of AES and 87 products by 2, all on port 0, and 304 operations on either port:
 * 224 and 8 of BIG.MixColumns, 24 of loads, 32 of counters, 16 of the feed-forward. Port 0 alone
 * takes 343 cycles for four blocks of 192 bytes; 10 products made on the other port, of three
 * operations each, make both ports equal, and 333.5 cycles are 0.434 cycles/byte.
 *
 * Rejected: two vectors interleaved: the 16 words of one leave no gap. Counters added before each
 * word: 128 operations instead of 32.
 */

/* Products by 2 in GF(256) modulo X^8 + X^4 + X^3 + X + 1, plus OFFSET in every byte. */
#if defined(GFNI)
#define OFFSET 0
#define TWICE_OF(x) OF_PARTS(gf2p8mul_epi8)(x, OF_PARTS(set1_epi8)(2))
#elif defined(X86_AES)
/* A shuffle by the bytes themselves picks 0 where the top bit is set and OFFSET where it is not:
 * what is reduced, off by OFFSET. The salt of AES takes it back: all words are off by OFFSET before
 * BIG.MixColumns and none after it, as each result has one product or three. */
#define OFFSET 0x1b1b1b1b
#define TWICE_OF(x)                                                                                \
    (OF_PARTS(add_epi8)(x, x) ^ OF_PARTS(shuffle_epi8)(WORDS(OFFSET, OFFSET, OFFSET, OFFSET), x))
#else
#define OFFSET 0
#define TWICE_OF(x) (((x) << 1 & 0xfefefefe) ^ ((x) >> 7 & 0x01010101) * 0x1b)
#endif
#define SALT WORDS(OFFSET, OFFSET, OFFSET, OFFSET)
#define NO_SALT WORDS(0, 0, 0, 0)

enum { ECHO_BLOCK = BLOCK_BYTES * MESSAGE_WORDS, COUNTERS = 16 * ROUNDS };

#ifdef X86_AES
typedef __m128i counter;
#define COUNTER_VECTOR(c) _mm_set_epi32(0, 0, (int)((c) >> 32), (int)(c))
#else
typedef blocks counter;
#define each_part(x) (x)
#define COUNTER_VECTOR(c) WORDS(c, (c) >> 32, 0, 0)
#endif

/* The counters of all words of a block, the first of which is c. */
INLINE void count(counter counters[COUNTERS], uint64_t c) {
#ifdef X86_AES
    blocks all = each_part(COUNTER_VECTOR(c));
    const blocks step = each_part(COUNTER_VECTOR((uint64_t)PARTS));

#if PARTS == 4
    all += _mm512_set_epi64(0, 3, 0, 2, 0, 1, 0, 0);
#elif PARTS == 2
    all += _mm256_set_epi64x(0, 1, 0, 0);
#endif
    for (int i = 0; i < COUNTERS; i += PARTS, all += step)
        *(blocks *)(void *)&counters[i] = all;
#else
    for (int i = 0; i < COUNTERS; i++, c++)
        counters[i] = COUNTER_VECTOR(c);
#endif
}

/* BIG.MixColumns of words that are off by OFFSET. */
INLINE void mix(blocks out[4], blocks a, blocks b, blocks c, blocks d) {
    blocks ab = a ^ b, bc = b ^ c, cd = c ^ d;
    blocks p = TWICE_OF(ab), q = TWICE_OF(bc), s = TWICE_OF(cd);

    out[0] = xor3(p, bc, d);
    out[1] = xor3(q, a, cd);
    out[2] = xor3(s, ab, d);
    out[3] = xor3(xor3(p, q, s), ab, c);
}

#define SUBSTITUTED(word, i, salt) aes_round(aes_round(word, each_part(counters[i])), salt)
#define SUBSTITUTE_COLUMN(words, i, salt)                                                          \
    do {                                                                                           \
        (words)[0] = SUBSTITUTED((words)[0], i, salt);                                             \
        (words)[1] = SUBSTITUTED((words)[1], (i) + 1, salt);                                       \
        (words)[2] = SUBSTITUTED((words)[2], (i) + 2, salt);                                       \
        (words)[3] = SUBSTITUTED((words)[3], (i) + 3, salt);                                       \
    } while (0)

/* Column c after BIG.ShiftRows, BIG.MixColumns and the next BIG.SubWords. */
#define COLUMN(c, salt)                                                                            \
    do {                                                                                           \
        mix(next + 4 * (c), w[4 * (c)], w[(4 * (c) + 5) % 16], w[(4 * (c) + 10) % 16],             \
            w[(4 * (c) + 15) % 16]);                                                               \
        SUBSTITUTE_COLUMN(next + 4 * (c), 4 * (c), salt);                                          \
    } while (0)

/* From after one BIG.SubWords to after the next. All words but those of column 0 get `salt`. */
INLINE void big_round(blocks w[16], const counter *counters, blocks salt) {
    blocks next[16];

    COLUMN(0, SALT);
    COLUMN(1, salt);
    COLUMN(2, salt);
    COLUMN(3, salt);
#pragma GCC unroll 16
    for (int i = 0; i < 16; i++)
        w[i] = next[i];
}

/* One block of PARTS messages. */
INLINE void compress(blocks chain[4], const unsigned char *const in[PARTS], size_t at,
                     const counter *counters) {
    blocks w[16];

#pragma GCC unroll 16
    for (int i = 0; i < CHAIN_WORDS; i++)
        w[i] = chain[i];
#pragma GCC unroll 16
    for (int i = CHAIN_WORDS; i < 16; i += 2)
        load_two(w + i, in, at + (size_t)(BLOCK_BYTES * (i - CHAIN_WORDS)));
#pragma GCC unroll 16
    for (int i = 0; i < 4; i++)
        chain[i] = xor3(chain[i], w[4 + i], w[8 + i]) ^ w[12 + i];
#pragma GCC unroll 16
    for (int i = 0; i < 16; i += 4)
        SUBSTITUTE_COLUMN(w + i, i, SALT);
    for (int round = 1; round < ROUNDS - 1; round++) {
        counters += 16;
        big_round(w, counters, SALT);
    }
    /* In each sum of columns one is off by OFFSET. */
    big_round(w, counters + 16, NO_SALT);
#pragma GCC unroll 16
    for (int i = 0; i < 4; i++)
        w[i] = xor3(w[i], w[4 + i], w[8 + i]) ^ w[12 + i];
    mix(w + 4, w[0], w[1], w[2], w[3]);
#pragma GCC unroll 16
    for (int i = 0; i < 4; i++)
        chain[i] ^= w[4 + i];
}

/* The block at `at` of all messages, up to whose end `bits` of a message have been hashed. */
INLINE void compress_all(blocks chains[VECTORS][4], const unsigned char *const in[LANES], size_t at,
                         uint64_t bits) {
    _Alignas(64) counter counters[COUNTERS];

    count(counters, bits);
    for (int i = 0; i < VECTORS; i++)
        compress(chains[i], in + PARTS * i, at, counters);
}

static void hash_group(unsigned char *const out[LANES], const unsigned char *const in[LANES],
                       unsigned long long inlen) {
    unsigned rest = (unsigned)(inlen % ECHO_BLOCK);
    unsigned padded = rest + 1 + 2 + 16 > ECHO_BLOCK ? 2 * ECHO_BLOCK : ECHO_BLOCK;
    unsigned char end[18] = {8 * DIGEST_BYTES & 0xff, 8 * DIGEST_BYTES >> 8};
    TAILS(2 * ECHO_BLOCK) tails;
    blocks chains[VECTORS][4];
    unsigned long long at = 0;

    for (int i = 0; i < VECTORS; i++)
        for (int j = 0; j < 4; j++)
            chains[i][j] = WORDS(8 * DIGEST_BYTES, 0, 0, 0);
    for (int i = 0; i < 8; i++)
        end[2 + i] = (unsigned char)(inlen << 3 >> (8 * i));
    end[10] = (unsigned char)(inlen >> 61);
    OPEN_TAILS(tails, in, inlen, rest, padded);
    PUT_TAILS(tails, rest, "\x80", 1);
    PUT_TAILS(tails, padded - sizeof end, end, sizeof end);

    for (; at + ECHO_BLOCK <= inlen; at += ECHO_BLOCK)
        compress_all(chains, in, at, 8 * (at + ECHO_BLOCK));
    /* A block without a bit of the message has counter 0. */
    compress_all(chains, tails.of, 0, rest ? 8 * inlen : 0);
    if (padded > ECHO_BLOCK)
        compress_all(chains, tails.of, ECHO_BLOCK, 0);
    for (int i = 0; i < VECTORS; i++)
        for (int j = 0; j < DIGEST_BYTES / BLOCK_BYTES; j++)
            store_blocks(out + PARTS * i, (size_t)(BLOCK_BYTES * j), chains[i][j]);
}
