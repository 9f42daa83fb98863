/* SPDX-License-Identifier: MIT */
/* Hamsi-256 of LANES messages: the submission to NIST's competition of 2009.
 *
 * Technique: the S-box is seven functions of three inputs, the fewest there are (by exhaustive
 * search). The expansion is linear. Where GFNI is defined it is done with products of bytes and
 * matrices of 8 x 8 bits, for which the messages' bytes of one place are brought together.
 * Otherwise a permutation of the lanes of a table looks up what some bits of a block give, for all
 * messages at once: five bits of 32 in AVX-512's vectors, four or three in those of 256 bits. With
 * four lanes each message looks up what four bits give, in rows of eight words, and the rows are
 * transposed; only there do addresses depend on the messages. A single message takes masks. The
 * constants of the first round are in the tables and in the chaining value.
 *
 * Bound: a round has 28 operations of the S-box and 48 of L, and the second and third round 16 sums
 * with constants. The expansion has 6 shifts, 56 permutations and 24 sums (with GFNI 12
 * permutations, 32 products and 16 sums), the chaining 8, and loading takes 5. 3 x 76 + 2 x 16 + 86
 * + 8 + 5 = 359 operations (333 with GFNI) at two a cycle for 4 bytes in 16 lanes are 2.80 (2.60)
 * cycles/byte.
 *
 * Rejected: gathers from tables of four bits, which take more than one cycle for each of 1024
 * words; and masks of the 32 bits of a block, at 288 operations.
 */
#include "rows.h"


#define BIT(v, n, word) ((v) >> (n)&1 ? (word) : 0)
#define ENTRY(v, a, b, c, d, e, k)                                                                 \
    (BIT(v, 0, a) ^ BIT(v, 1, b) ^ BIT(v, 2, c) ^ BIT(v, 3, d) ^ BIT(v, 4, e) ^ (k))
#define NO_ROW 0, 0, 0, 0, 0, 0, 0, 0

/* expand(): the expanded blocks, with the constants of P. */
#ifdef GFNI
#include "matrices.h"

/* Four words of 64 bits for the bytes of a word: matrices, or the bytes of a constant. */
#if LANES == 16
#define PERMUTED(x, places) ((word)_mm512_permutexvar_epi8((__m512i)(places), (__m512i)(x)))
#define IN_EACH_256(at) ((word)_mm512_broadcast_i64x4(_mm256_load_si256((const void *)(at))))
#else
#define PERMUTED(x, places) ((word)_mm256_permutexvar_epi8((__m256i)(places), (__m256i)(x)))
#define IN_EACH_256(at) ((word)_mm256_load_si256((const void *)(at)))
#endif
#define PRODUCT(x, at)                                                                             \
    ((word)OF_WIDTH(gf2p8affine_epi64_epi8)((intrinsic)(x), (intrinsic)IN_EACH_256(at), 0))

#define IN_PLACE(x) ((uint64_t)((x)&0xff) * 0x0101010101010101)
#define IN_PLACES(x)                                                                               \
    { IN_PLACE(x), IN_PLACE((x) >> 8), IN_PLACE((x) >> 16), IN_PLACE((x) >> 24) }

/* Where the bytes 0 of blocks come from in the order below, and in which places bytes of words are.
 */
static const _Alignas(64) uint32_t spread_places[16] = {
    0x0c080400, 0x1c181410, 0x0c080400, 0x1c181410, 0x0c080400, 0x1c181410, 0x0c080400, 0x1c181410,
    0x2c282420, 0x3c383430, 0x2c282420, 0x3c383430, 0x2c282420, 0x3c383430, 0x2c282420, 0x3c383430};
static const _Alignas(64) uint32_t collected_places[16] = {
    0x18100800, 0x19110901, 0x1a120a02, 0x1b130b03, 0x1c140c04, 0x1d150d05, 0x1e160e06, 0x1f170f07,
    0x38302820, 0x39312921, 0x3a322a22, 0x3b332b23, 0x3c342c24, 0x3d352d25, 0x3e362e26, 0x3f372f27};

/* In 256 bits, 64 bits have the bytes of one place of eight lanes: those of the words' byte 0 come
 * first. */
INLINE void expand(word m[WORDS], word block) {
    static const _Alignas(32) uint64_t constants[WORDS][4] = {
        IN_PLACES(0xff00f0f0), IN_PLACES(0xccccaaaa), IN_PLACES(0xccccff00), IN_PLACES(0xaaaaf0f0),
        IN_PLACES(0xccccaaaa), IN_PLACES(0xff00f0f0), IN_PLACES(0xaaaaf0f0), IN_PLACES(0xccccff00)};
    word spread, collect, byte[BLOCK];

    __builtin_memcpy(&spread, spread_places, sizeof spread);
    __builtin_memcpy(&collect, collected_places, sizeof collect);
#pragma GCC unroll 4
    for (int i = 0; i < BLOCK; i++)
        byte[i] = PERMUTED(block, spread + ALL(0x01010101 * i));
#pragma GCC unroll 8
    for (int j = 0; j < WORDS; j++) {
        const uint64_t(*matrix)[8] = matrices[j / 2];
        int at = j % 2 * 4;
        word sum = XOR3(PRODUCT(byte[0], matrix[0] + at), PRODUCT(byte[1], matrix[1] + at),
                        PRODUCT(byte[2], matrix[2] + at));

        sum = XOR3(sum, PRODUCT(byte[3], matrix[3] + at), IN_EACH_256(constants[j]));
        m[j] = PERMUTED(sum, collect);
    }
}

#elif LANES * WORD_BITS >= 256

/* The entry of each lane's number, of which only the last BITS bits count, and the entries. */
#if LANES == 16
enum { BITS = 5, LOOKUPS = 7 };
#define LOOKED_UP(table, numbers)                                                                  \
    ((word)_mm512_permutex2var_epi32(_mm512_load_si512(table), (__m512i)(numbers),                 \
                                     _mm512_load_si512((table) + 16)))
#define ENTRIES(...) ENTRIES_16(0, __VA_ARGS__), ENTRIES_16(16, __VA_ARGS__)
#elif defined(TERNARY)
enum { BITS = 4, LOOKUPS = 8 };
#define LOOKED_UP(table, numbers)                                                                  \
    ((word)_mm256_permutex2var_epi32(_mm256_load_si256((const void *)(table)), (__m256i)(numbers), \
                                     _mm256_load_si256((const void *)((table) + 8))))
#define ENTRIES(...) ENTRIES_16(0, __VA_ARGS__)
#else
enum { BITS = 3, LOOKUPS = 11 };
#define LOOKED_UP(table, numbers)                                                                  \
    ((word)_mm256_permutevar8x32_epi32(_mm256_load_si256((const void *)(table)),                   \
                                       (__m256i)(numbers)))
#define ENTRIES(...) ENTRIES_8(0, __VA_ARGS__)
#endif
#define ENTRIES_4(v, ...)                                                                          \
    ENTRY(v, __VA_ARGS__), ENTRY((v) + 1, __VA_ARGS__), ENTRY((v) + 2, __VA_ARGS__),               \
        ENTRY((v) + 3, __VA_ARGS__)
#define ENTRIES_8(v, ...) ENTRIES_4(v, __VA_ARGS__), ENTRIES_4((v) + 4, __VA_ARGS__)
#define ENTRIES_16(v, ...) ENTRIES_8(v, __VA_ARGS__), ENTRIES_8((v) + 8, __VA_ARGS__)

/* What bits with the rows a to e give, and with them always k: word by word. */
#define TABLE(...) TABLE_(__VA_ARGS__)
/* clang-format off */
#define TABLE_(a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7, c0, c1, c2, c3,     \
               c4, c5, c6, c7, d0, d1, d2, d3, d4, d5, d6, d7, e0, e1, e2, e3, e4, e5, e6, e7,     \
               k0, k1, k2, k3, k4, k5, k6, k7)                                                     \
    {                                                                                              \
        {ENTRIES(a0, b0, c0, d0, e0, k0)},                                                         \
        {ENTRIES(a1, b1, c1, d1, e1, k1)},                                                         \
        {ENTRIES(a2, b2, c2, d2, e2, k2)},                                                         \
        {ENTRIES(a3, b3, c3, d3, e3, k3)},                                                         \
        {ENTRIES(a4, b4, c4, d4, e4, k4)},                                                         \
        {ENTRIES(a5, b5, c5, d5, e5, k5)},                                                         \
        {ENTRIES(a6, b6, c6, d6, e6, k6)},                                                         \
        {ENTRIES(a7, b7, c7, d7, e7, k7)}                                                          \
    }
/* clang-format on */

static const _Alignas(64) uint32_t tables[LOOKUPS][WORDS][1 << BITS] = {
#if LANES == 16
    TABLE(ROW_0, ROW_1, ROW_2, ROW_3, ROW_4, ALPHA_OF_M),
    TABLE(ROW_5, ROW_6, ROW_7, ROW_8, ROW_9, NO_ROW),
    TABLE(ROW_10, ROW_11, ROW_12, ROW_13, ROW_14, NO_ROW),
    TABLE(ROW_15, ROW_16, ROW_17, ROW_18, ROW_19, NO_ROW),
    TABLE(ROW_20, ROW_21, ROW_22, ROW_23, ROW_24, NO_ROW),
    TABLE(ROW_25, ROW_26, ROW_27, ROW_28, ROW_29, NO_ROW),
    TABLE(ROW_30, ROW_31, NO_ROW, NO_ROW, NO_ROW, NO_ROW),
#elif defined(TERNARY)
    TABLE(ROW_0, ROW_1, ROW_2, ROW_3, NO_ROW, ALPHA_OF_M),
    TABLE(ROW_4, ROW_5, ROW_6, ROW_7, NO_ROW, NO_ROW),
    TABLE(ROW_8, ROW_9, ROW_10, ROW_11, NO_ROW, NO_ROW),
    TABLE(ROW_12, ROW_13, ROW_14, ROW_15, NO_ROW, NO_ROW),
    TABLE(ROW_16, ROW_17, ROW_18, ROW_19, NO_ROW, NO_ROW),
    TABLE(ROW_20, ROW_21, ROW_22, ROW_23, NO_ROW, NO_ROW),
    TABLE(ROW_24, ROW_25, ROW_26, ROW_27, NO_ROW, NO_ROW),
    TABLE(ROW_28, ROW_29, ROW_30, ROW_31, NO_ROW, NO_ROW),
#else
    TABLE(ROW_0, ROW_1, ROW_2, NO_ROW, NO_ROW, ALPHA_OF_M),
    TABLE(ROW_3, ROW_4, ROW_5, NO_ROW, NO_ROW, NO_ROW),
    TABLE(ROW_6, ROW_7, ROW_8, NO_ROW, NO_ROW, NO_ROW),
    TABLE(ROW_9, ROW_10, ROW_11, NO_ROW, NO_ROW, NO_ROW),
    TABLE(ROW_12, ROW_13, ROW_14, NO_ROW, NO_ROW, NO_ROW),
    TABLE(ROW_15, ROW_16, ROW_17, NO_ROW, NO_ROW, NO_ROW),
    TABLE(ROW_18, ROW_19, ROW_20, NO_ROW, NO_ROW, NO_ROW),
    TABLE(ROW_21, ROW_22, ROW_23, NO_ROW, NO_ROW, NO_ROW),
    TABLE(ROW_24, ROW_25, ROW_26, NO_ROW, NO_ROW, NO_ROW),
    TABLE(ROW_27, ROW_28, ROW_29, NO_ROW, NO_ROW, NO_ROW),
    TABLE(ROW_30, ROW_31, NO_ROW, NO_ROW, NO_ROW, NO_ROW),
#endif
};

INLINE void expand(word m[WORDS], word block) {
#pragma GCC unroll 8
    for (int j = 0; j < WORDS; j++)
        m[j] = LOOKED_UP(tables[0][j], block);
#pragma GCC unroll 5
    for (int i = 1; i + 1 < LOOKUPS; i += 2) {
        word first = block >> (BITS * i), second = block >> (BITS * (i + 1));

#pragma GCC unroll 8
        for (int j = 0; j < WORDS; j++)
            m[j] = XOR3(m[j], LOOKED_UP(tables[i][j], first), LOOKED_UP(tables[i + 1][j], second));
    }
    if (LOOKUPS % 2 == 0) {
        block >>= BITS * (LOOKUPS - 1);
#pragma GCC unroll 8
        for (int j = 0; j < WORDS; j++)
            m[j] ^= LOOKED_UP(tables[LOOKUPS - 1][j], block);
    }
}

#elif LANES == 4

/* What four bits with the rows a to d, of value v, give, and with them always k. */
#define ROWS(...)                                                                                  \
    {                                                                                              \
        ROWS_4(0, __VA_ARGS__), ROWS_4(4, __VA_ARGS__), ROWS_4(8, __VA_ARGS__),                    \
            ROWS_4(12, __VA_ARGS__)                                                                \
    }
#define ROWS_4(v, ...)                                                                             \
    ROW_OF(v, __VA_ARGS__), ROW_OF((v) + 1, __VA_ARGS__), ROW_OF((v) + 2, __VA_ARGS__),            \
        ROW_OF((v) + 3, __VA_ARGS__)
/* clang-format off */
#define ROW_OF(v, a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7, c0, c1, c2,      \
                   c3, c4, c5, c6, c7, d0, d1, d2, d3, d4, d5, d6, d7, e0, e1, e2, e3, e4, e5,     \
                   e6, e7, k0, k1, k2, k3, k4, k5, k6, k7)                                         \
    {                                                                                              \
        ENTRY(v, a0, b0, c0, d0, e0, k0), ENTRY(v, a1, b1, c1, d1, e1, k1),                        \
        ENTRY(v, a2, b2, c2, d2, e2, k2), ENTRY(v, a3, b3, c3, d3, e3, k3),                        \
        ENTRY(v, a4, b4, c4, d4, e4, k4), ENTRY(v, a5, b5, c5, d5, e5, k5),                        \
        ENTRY(v, a6, b6, c6, d6, e6, k6), ENTRY(v, a7, b7, c7, d7, e7, k7)                         \
    }
/* clang-format on */

typedef struct {
    word low, high;
} row;

static const _Alignas(32) uint32_t tables[8][16][WORDS] = {
    ROWS(ROW_0, ROW_1, ROW_2, ROW_3, NO_ROW, ALPHA_OF_M),
    ROWS(ROW_4, ROW_5, ROW_6, ROW_7, NO_ROW, NO_ROW),
    ROWS(ROW_8, ROW_9, ROW_10, ROW_11, NO_ROW, NO_ROW),
    ROWS(ROW_12, ROW_13, ROW_14, ROW_15, NO_ROW, NO_ROW),
    ROWS(ROW_16, ROW_17, ROW_18, ROW_19, NO_ROW, NO_ROW),
    ROWS(ROW_20, ROW_21, ROW_22, ROW_23, NO_ROW, NO_ROW),
    ROWS(ROW_24, ROW_25, ROW_26, ROW_27, NO_ROW, NO_ROW),
    ROWS(ROW_28, ROW_29, ROW_30, ROW_31, NO_ROW, NO_ROW),
};

INLINE row row_of(element block) {
    row r, all = {{0}, {0}};

    for (int i = 0; i < 8; i++, block >>= 4) {
        __builtin_memcpy(&r, tables[i][block & 15], sizeof r);
        all.low ^= r.low;
        all.high ^= r.high;
    }
    return all;
}

INLINE void transpose(word to[4], word a, word b, word c, word d) {
    word ab = LOWER32(a, b), cd = LOWER32(c, d);

    to[0] = LOWER64(ab, cd);
    to[1] = UPPER64(ab, cd);
    ab = UPPER32(a, b);
    cd = UPPER32(c, d);
    to[2] = LOWER64(ab, cd);
    to[3] = UPPER64(ab, cd);
}

INLINE void expand(word m[WORDS], word block) {
    row a = row_of(block[0]), b = row_of(block[1]), c = row_of(block[2]), d = row_of(block[3]);

    transpose(m, a.low, b.low, c.low, d.low);
    transpose(m + 4, a.high, b.high, c.high, d.high);
}

#else

#include "masks.h"
#endif

#include "rounds.h"

static void hash_group(unsigned char *const out[LANES], const unsigned char *const in[LANES],
                       unsigned long long inlen) {
    const unsigned char start[4 * WORDS + 1] = START;
    unsigned rest = (unsigned)(inlen % BLOCK);
    unsigned long long at = 0;
    unsigned char length[8];
    TAILS(3 * BLOCK) tails;
    word h[WORDS], blocks[4];

    for (int i = 0; i < WORDS; i++)
        h[i] = ALL(load_element(start + 4 * i, 1) ^ alpha[place_of_h[i]]);
    for (int i = 0; i < 8; i++)
        length[7 - i] = (unsigned char)(inlen << 3 >> (8 * i));
    OPEN_TAILS(tails, in, inlen, rest, 3 * BLOCK);
    PUT_TAILS(tails, rest, "\x80", 1);
    PUT_TAILS(tails, BLOCK, length, 8);

    for (; at + 4 * BLOCK <= inlen; at += 4 * BLOCK) {
        load_words(blocks, in, at, 4, 0);
        for (int i = 0; i < 4; i++)
            compress(h, blocks[i]);
    }
    for (; at + BLOCK <= inlen; at += BLOCK)
        compress(h, gather(in, at, 0));
    compress(h, gather(tails.of, 0, 0));
    compress(h, gather(tails.of, BLOCK, 0));
    compress_last(h, gather(tails.of, 2 * BLOCK, 0));
    for (int i = 0; i < WORDS; i++)
        h[i] ^= ALL(alpha[place_of_h[i]]);
    store_words(out, h, WORDS, 1);
}
