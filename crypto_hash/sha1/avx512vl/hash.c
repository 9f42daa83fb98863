/* SPDX-License-Identifier: MIT */
/* SHA-1 with AVX-512VL, for processors without SHA instructions: the rounds, too, are in vectors.
 *
 * Technique: each of the five variables is the lowest lane of a vector register, where a rotation
 * is one instruction and each of the three functions as well. A round has six instructions; in
 * general registers it has seven to ten. The schedules of two blocks are made at once, four words
 * of each in a vector, with the constants added, 16 words ahead of the rounds of the first block.
 * S. Gueron and V. Krasnov, "Parallelizing message schedules to accelerate the computations of hash
 * functions" (2012), had the schedule of several blocks first. The rounds of the second block find
 * it in memory. A message of one block has its end for the second.
 *
 * Invariant: a round needs b only rotated, once it has become c. So the register of a is free as
 * soon as both rotations have been read from it. It takes the function of the next round, and is
 * the spare one after that. In six rounds all registers come around, and nothing is moved. Before
 * round t, e has the word and the function of round t added, and b is rotated. w[i] is W[4i ..
 * 4i+3] of both blocks; sha1/ssse3 says how it is made. A word is loaded by a broadcast of four
 * bytes, not as a vector, since that could lie across two stores.
 *
 * Limit: 6 instructions a round and 108 for two schedules in three units: 178 cycles a block on
 * Cascade Lake, or 2.8 cycles/byte. The chain, a rotation and an addition, takes 160 cycles.
 * Cascade Lake takes 3.2 to 3.3 cycles/byte: 86 % of the limit are reached. The rounds alone take
 * 3.1: rotations have but two units, and any other operation in their way delays the chain. Zen 5
 * takes 5.1, and avx2 2.9.
 *
 * Rejected, with the time of long messages against this one's: a schedule for each block (1.02;
 * 1.10 for 64 bytes), rounds 20 to 39 and 60 to 79 in general registers (1.23), words loaded as
 * vectors (1.04), rounds in intrinsics (1.03 with clang; 1.05 with gcc if its order of additions is
 * held, 1.2 if not). Of the 42 orders in which the instructions of a round can stand, the slowest
 * takes 1.13. Variables in registers of a fixed name: 0.98 with gcc, but gcc forgets them over
 * functions that it does not inline.
 */
#include "crypto_hash.h"
#include "parameters.h"
#include <immintrin.h>

#include "message_end.h"

#define TARGET __attribute__((target("avx512f,avx512vl")))

typedef __m256i vector;

/* The standard's functions, as VPTERNLOG takes them. */
enum { CH = 0xca, PARITY = 0x96, MAJ = 0xe8 };

#define FUNCTION(t) ((t) / 20 == 0 ? CH : (t) / 20 == 2 ? MAJ : PARITY)

/* Words 4i to 4i+3 of two blocks, with their constants. */
struct schedule {
    word KW[ROUNDS / 4][2][4];
} __attribute__((aligned(32)));

/* Round t + n, from where e has all added but the rotation of a, to there in the next round, whose
 * e is d. e becomes the new a, and `spare` the new b. It is assembly for its order, and so that gcc
 * does not move registers between rounds. */
#define ROUND(n, a, spare, b, c, d, e)                                                             \
    "vprold $5, %[" #a "], %[x]\n\t"                                                               \
    "vprold $30, %[" #a "], %[" #spare "]\n\t"                                                     \
    "vpaddd %[KW" #n "]%{1to4%}, %[" #d "], %[" #d "]\n\t"                                         \
    "vpternlogd %[F" #n "], %[" #c "], %[" #b "], %[" #a "]\n\t"                                   \
    "vpaddd %[x], %[" #e "], %[" #e "]\n\t"                                                        \
    "vpaddd %[" #a "], %[" #d "], %[" #d "]\n\t"

#define FOUR_ROUNDS                                                                                \
    ROUND(0, r0, r1, r2, r3, r4, r5)                                                               \
    ROUND(1, r5, r0, r1, r2, r3, r4)                                                               \
    ROUND(2, r4, r5, r0, r1, r2, r3)                                                               \
    ROUND(3, r3, r4, r5, r0, r1, r2)

#define VARIABLES(a, spare, b, c, d, e)                                                            \
    [r0] "+&v"(a), [r1] "=&v"(spare), [r2] "+&v"(b), [r3] "+&v"(c), [r4] "+&v"(d), [r5] "+&v"(e),  \
        [x] "=&v"(x)

#define WORD(n, t) [KW##n] "m"(s->KW[(t) / 4][j][(t) % 4]), [F##n] "i"(FUNCTION(t))
#define FOUR_WORDS_FROM(t) WORD(0, t), WORD(1, (t) + 1), WORD(2, (t) + 2), WORD(3, (t) + 3)

#define XOR(x, y) _mm256_xor_si256(x, y)
#define XOR3(x, y, z) _mm256_ternarylogic_epi32(x, y, z, PARITY)
/* Four words from the third one of x on. */
#define FROM_THIRD(x, y) _mm256_alignr_epi8(y, x, 8)

TARGET static inline vector load_words(const unsigned char *M0, const unsigned char *M1) {
    const __m128i order = _mm_set_epi32(0x0c0d0e0f, 0x08090a0b, 0x04050607, 0x00010203);
    const __m128i first = _mm_loadu_si128((const __m128i *)(const void *)M0);
    const __m128i second = _mm_loadu_si128((const __m128i *)(const void *)M1);

    return _mm256_shuffle_epi8(_mm256_set_m128i(second, first), _mm256_broadcastsi128_si256(order));
}

TARGET static inline vector expand_in_steps(const vector *w) {
    vector x = XOR3(w[-4], w[-2], FROM_THIRD(w[-4], w[-3]));

    x = XOR(x, _mm256_srli_si256(w[-1], 4));
    return XOR(_mm256_rol_epi32(x, 1), _mm256_rol_epi32(_mm256_slli_si256(x, 12), 2));
}

TARGET static inline vector expand(const vector *w) {
    return _mm256_rol_epi32(XOR(XOR3(w[-4], w[-7], w[-8]), FROM_THIRD(w[-2], w[-1])), 2);
}

/* Makes words 4i to 4i+3 where they are not there yet. The barrier keeps them among the rounds. */
#define MAKE(i)                                                                                    \
    if (j == 0) {                                                                                  \
        w[i] = (i) < 4   ? load_words(M0 + 16 * (i), M1 + 16 * (i))                                \
               : (i) < 8 ? expand_in_steps(w + (i))                                                \
                         : expand(w + (i));                                                        \
        _mm256_store_si256((vector *)(void *)s->KW[i],                                             \
                           _mm256_add_epi32(w[i], _mm256_set1_epi32((int)K[(i) / 5])));            \
        __asm__ volatile("" ::: "memory");                                                         \
    }

#define FIVE_ROUNDS(i, a, spare, b, c, d, e)                                                       \
    MAKE((i) + 4);                                                                                 \
    __asm__(FOUR_ROUNDS ROUND(4, r2, r3, r4, r5, r0, r1)                                           \
            : VARIABLES(a, spare, b, c, d, e)                                                      \
            : FOUR_WORDS_FROM(5 * (i) + 1), WORD(4, 5 * (i) + 5))

/* Block j of two. The schedule is made with the first one, of the blocks at M0 and M1. */
TARGET static inline __attribute__((always_inline)) void compress(__m128i H[5], struct schedule *s,
                                                                  const unsigned char *M0,
                                                                  const unsigned char *M1, int j) {
    __m128i r0 = H[0], r1, r2 = _mm_rol_epi32(H[1], 30), r3 = H[2], r4 = H[3], r5 = H[4], x;
    vector w[ROUNDS / 4];

    MAKE(0);
    r5 = _mm_add_epi32(r5, _mm_cvtsi32_si128((int)s->KW[0][j][0]));
    r5 = _mm_add_epi32(r5, _mm_ternarylogic_epi32(H[1], H[2], H[3], CH));
    MAKE(1);
    MAKE(2);
    MAKE(3);
    FIVE_ROUNDS(0, r0, r1, r2, r3, r4, r5);
    FIVE_ROUNDS(1, r1, r2, r3, r4, r5, r0);
    FIVE_ROUNDS(2, r2, r3, r4, r5, r0, r1);
    FIVE_ROUNDS(3, r3, r4, r5, r0, r1, r2);
    FIVE_ROUNDS(4, r4, r5, r0, r1, r2, r3);
    FIVE_ROUNDS(5, r5, r0, r1, r2, r3, r4);
    FIVE_ROUNDS(6, r0, r1, r2, r3, r4, r5);
    FIVE_ROUNDS(7, r1, r2, r3, r4, r5, r0);
    FIVE_ROUNDS(8, r2, r3, r4, r5, r0, r1);
    FIVE_ROUNDS(9, r3, r4, r5, r0, r1, r2);
    FIVE_ROUNDS(10, r4, r5, r0, r1, r2, r3);
    FIVE_ROUNDS(11, r5, r0, r1, r2, r3, r4);
    FIVE_ROUNDS(12, r0, r1, r2, r3, r4, r5);
    FIVE_ROUNDS(13, r1, r2, r3, r4, r5, r0);
    FIVE_ROUNDS(14, r2, r3, r4, r5, r0, r1);
    MAKE(19);
    __asm__(FOUR_ROUNDS : VARIABLES(r3, r4, r5, r0, r1, r2) : FOUR_WORDS_FROM(76));
    H[0] = _mm_add_epi32(H[0], _mm_add_epi32(r4, _mm_rol_epi32(r5, 5)));
    H[1] = _mm_add_epi32(H[1], r5);
    H[2] = _mm_add_epi32(H[2], r1);
    H[3] = _mm_add_epi32(H[3], r2);
    H[4] = _mm_add_epi32(H[4], r3);
}

/* What is to be hashed: blocks of the message, then those of its end. */
struct blocks {
    const unsigned char *in, *end;
    unsigned long long whole, n;
};

static inline const unsigned char *block(const struct blocks *B, unsigned long long i) {
    return i < B->whole ? B->in + i * BLOCK : B->end + (i - B->whole) * BLOCK;
}

TARGET static void compress_blocks(word H[5], const struct blocks *B) {
    struct schedule s;
    __m128i state[5];

    for (int i = 0; i < 5; i++)
        state[i] = _mm_cvtsi32_si128((int)H[i]);
    for (unsigned long long i = 0; i < B->n; i += 2) {
        const int is_pair = i + 1 < B->n;
        const unsigned char *M = block(B, i);
        compress(state, &s, M, is_pair ? block(B, i + 1) : M, 0);
        if (is_pair)
            compress(state, &s, NULL, NULL, 1);
    }
    for (int i = 0; i < 5; i++)
        H[i] = (word)_mm_cvtsi128_si32(state[i]);
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char end[END_ROOM];
    struct blocks B = {in, end, inlen / BLOCK, inlen / BLOCK};
    word H[5];

    memcpy(H, INITIAL, sizeof H);
    B.n += pad(end, in + B.whole * BLOCK, inlen);
    compress_blocks(H, &B);
    store_digest(out, H);
    return 0;
}
