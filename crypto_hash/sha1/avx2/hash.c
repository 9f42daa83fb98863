/* SPDX-License-Identifier: MIT */
/* SHA-1 with AVX2 and BMI2, for processors without SHA instructions.
 *
 * Technique: the rounds are in general registers, and rotate by RORX. The schedules of two blocks
 * are made at once, four words of each in a vector, with the constants added, 16 words and more
 * ahead of the rounds of the first block. S. Gueron and V. Krasnov, "Parallelizing message
 * schedules to accelerate the computations of hash functions" (2012), had the schedule of several
 * blocks first. The rounds of the second block find it in memory. If the last pair lacks its second
 * block, its schedule is made of the first one twice.
 *
 * Invariant: w[i] is W[4i .. 4i+3] of both blocks; sha1/ssse3 says how it is made.
 *
 * Limit: the chain of the rounds, a rotation and an addition: 160 cycles or 2.5 cycles/byte. The
 * operations on general registers, 7.75 a round, take 155 cycles. The schedule adds half of what it
 * adds in ssse3, some 110 operations a block. Zen 5 takes 2.9: 86 % of the limit are reached.
 *
 * Rejected: the schedule of one block in vectors (ssse3): 1.02 times as long on Zen 5, and 1.06 to
 * 1.08 where compilers may not use AVX and BMI2 for it. llvm-mca says 1.04 for Haswell and 1.05 for
 * Skylake. In 32-bit code with gcc, it takes 1.10 times as long. Eight blocks at once, each in a
 * lane of its own: 90 operations a block with the words transposed, hardly fewer, for long messages
 * only.
 */
#include "crypto_hash.h"
#include "parameters.h"
#include <immintrin.h>

#include "message_end.h"
#include "rounds_unrolled.h"

#define TARGET __attribute__((target("avx2,bmi2")))

typedef __m256i vector;

/* Words 4i to 4i+3 of both blocks. */
union four_words {
    vector vector;
    word word[2][4];
};

#define hold_memory(x) __asm__("" : "+m"(x))

#define ADD(a, b) _mm256_add_epi32(a, b)
#define XOR(a, b) _mm256_xor_si256(a, b)
#define ROTATED(a, n) XOR(_mm256_slli_epi32(a, n), _mm256_srli_epi32(a, 32 - (n)))
/* Four words from the third one of a on. */
#define FROM_THIRD(a, b) _mm256_alignr_epi8(b, a, 8)
/* The last three words and 0; three times 0 and the first word. */
#define LAST_THREE(a) _mm256_srli_si256(a, 4)
#define FIRST_AS_LAST(a) _mm256_slli_si256(a, 12)

TARGET static inline vector load_words(const unsigned char *M0, const unsigned char *M1) {
    const __m128i order = _mm_set_epi32(0x0c0d0e0f, 0x08090a0b, 0x04050607, 0x00010203);
    const __m128i first = _mm_loadu_si128((const __m128i *)(const void *)M0);
    const __m128i second = _mm_loadu_si128((const __m128i *)(const void *)M1);

    return _mm256_shuffle_epi8(_mm256_set_m128i(second, first), _mm256_broadcastsi128_si256(order));
}

#include "schedule_ahead.h"

#define LOADED_WORDS(i) load_words(M0 + 16 * (i), M1 + 16 * (i))
#define KEEP(i, words)                                                                             \
    if (j == 0) {                                                                                  \
        w[i] = words;                                                                              \
        kw[i].vector = ADD(w[i], _mm256_set1_epi32((int)K[(i) / 5]));                              \
        hold_memory(kw[i]);                                                                        \
    }
#define KW(t) kw[(t) / 4].word[j][(t) % 4]

/* Block j of two. The schedule is made with the first one, of the blocks at M0 and M1. */
TARGET static inline __attribute__((always_inline)) void compress(word *H,
                                                                  union four_words kw[ROUNDS / 4],
                                                                  const unsigned char *M0,
                                                                  const unsigned char *M1, int j) {
    word a = H[0], b = H[1], c = H[2], d = H[3], e = H[4];
    vector w[ROUNDS / 4];

    EIGHTY_ROUNDS;
    H[0] += a;
    H[1] += b;
    H[2] += c;
    H[3] += d;
    H[4] += e;
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
    union four_words kw[ROUNDS / 4];

    for (unsigned long long i = 0; i < B->n; i += 2) {
        const int is_pair = i + 1 < B->n;
        const unsigned char *M = block(B, i);
        compress(H, kw, M, is_pair ? block(B, i + 1) : M, 0);
        if (is_pair)
            compress(H, kw, NULL, NULL, 1);
    }
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
