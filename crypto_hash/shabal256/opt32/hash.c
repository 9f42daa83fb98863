/* SPDX-License-Identifier: MIT */
/*
 * Shabal with 256 or 512 bits of output, crypto_hash_BYTES; parameters.h holds the initial value.
 * shabal512 has this same file.
 *
 * Technique: two message rounds in a row, unrolled, so that the exchange of B and C is one of
 * names. What a step needs beside the word of A before, it computes apart, as three values: one is
 * added to 5 times the rotated word before the multiplication by 3, one after it, and one makes the
 * new word of B. hold() keeps compilers from ordering the exclusive ors anew, which would lengthen
 * the chain. insertion.h has what stands before and after the steps, in words or vectors. The final
 * rounds are message rounds with the last block and its number: where one would subtract the
 * message and the next one add it again, it cancels, and the digest is in C after the exchange.
 *
 * Limit: the chain from one word of A to the next: rotation, 5 a, exclusive or, 3 a, exclusive or.
 * 48 steps of 5 cycles are 3.75 cycles per byte. Zen 5 takes 4.0 with sse2 and 4.2 to 4.3 with
 * opt32: 93 % and 88 % are reached. Zen 4 takes 4.3 to 5.2 with opt32: of the 20 operations that it
 * could start in a step 13 are needed, and some of them delay the chain.
 *
 * Rejected, with the time for long messages on Zen 5: BMI1 and BMI2 for the complement and the
 * rotations, 0.99 with opt32, 1.06 with sse2; no leave(), 1.2 to 1.4 with GCC. On Zen 4: a round in
 * a loop that exchanges pointers, 1.05; words of B kept complemented to save the complements, with
 * vectors for what the first pass needs of B, 1.06 to 1.11; the values of a step computed one step
 * earlier, 1.0 to 1.3, as compilers have more to keep. Vectors for the chain, AVX-512's among them:
 * rotations take two cycles in them on Zen 4, all operations on Zen 5. NEON before and after the
 * steps was not tried.
 */
#include "crypto_hash.h"
#include <stddef.h>
#include <string.h>

#include "parameters.h"

enum { BLOCK_BYTES = 64, FINAL_ROUNDS = 3 };

static inline uint32_t swap_to_little_endian(uint32_t x) {
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap32(x);
#else
    return x;
#endif
}

static inline void store_little_endian(unsigned char *bytes, uint32_t x) {
    x = swap_to_little_endian(x);
    memcpy(bytes, &x, sizeof x);
}

/* Makes x be computed as written; keeps x in memory. */
#ifdef __GNUC__
#define hold(x) __asm__("" : "+r"(x))
#define hold_memory(x) __asm__("" : "+m"(x))
#else
#define hold(x) (void)0
#define hold_memory(x) (void)0
#endif

/* GCC keeps more than registers hold, and moves it into vectors and back. */
#if defined __GNUC__ && !defined __clang__ && (defined __x86_64__ || defined __i386__)
#define leave(x) hold_memory(x)
#else
#define leave(x) (void)0
#endif

#ifdef __GNUC__
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

/* 0 < n < 32 */
#define ROTATE(x, n) ((x) << (n) | (x) >> (32 - (n)))

#include "insertion.h"

/* a is the word of A of the step before. */
#define STEP(t)                                                                                    \
    do {                                                                                           \
        uint32_t late = (B[((t) + 9) % 16] & ~B[((t) + 6) % 16]) ^ M[(t) % 16];                    \
        uint32_t early = A[(t) % 12] ^ C[(8 - (t) + 48) % 16];                                     \
        uint32_t rotated = ~ROTATE(B[(t) % 16], 1);                                                \
        late ^= B[((t) + 13) % 16];                                                                \
        hold(late);                                                                                \
        hold(early);                                                                               \
        hold(rotated);                                                                             \
        a = 3 * (early ^ 5 * ROTATE(a, 15)) ^ late;                                                \
        A[(t) % 12] = a;                                                                           \
        B[(t) % 16] = rotated ^ a;                                                                 \
        leave(A[(t) % 12]);                                                                        \
        leave(B[(t) % 16]);                                                                        \
        leave(M[(t) % 16]);                                                                        \
    } while (0)

#define EIGHT_STEPS(t)                                                                             \
    STEP((t) + 0);                                                                                 \
    STEP((t) + 1);                                                                                 \
    STEP((t) + 2);                                                                                 \
    STEP((t) + 3);                                                                                 \
    STEP((t) + 4);                                                                                 \
    STEP((t) + 5);                                                                                 \
    STEP((t) + 6);                                                                                 \
    STEP((t) + 7)

TARGET INLINE void message_round(uint32_t A[12], uint32_t B[16], uint32_t C[16], uint64_t W,
                                 const unsigned char *in) {
    uint32_t M[16], a = A[11];

    insert_message(M, B, in);
    A[0] ^= (uint32_t)W;
    A[1] ^= (uint32_t)(W >> 32);
    EIGHT_STEPS(0);
    EIGHT_STEPS(8);
    EIGHT_STEPS(16);
    EIGHT_STEPS(24);
    EIGHT_STEPS(32);
    EIGHT_STEPS(40);
    add_three_words(A, C);
    subtract_message(C, M);
}

/* The number of the round's block, counted from 1, and the block: all final rounds have the last.
 */
#define NUMBER(round) ((round) < full ? (round) + 1 : full + 1)
#define BLOCK(round) ((round) < full ? in + (round)*BLOCK_BYTES : last)

TARGET int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    const unsigned long long full = inlen / BLOCK_BYTES, rounds = full + 1 + FINAL_ROUNDS;
    const size_t left = (size_t)(inlen % BLOCK_BYTES);
    unsigned char last[BLOCK_BYTES] = {0};
    uint32_t A[12], X[16], Y[16];
    unsigned long long round = 0;

    if (left > 0)
        memcpy(last, in + full * BLOCK_BYTES, left);
    last[left] = 0x80;
    memcpy(A, initial_A, sizeof A);
    /* Y is B in the last round. */
    memcpy(rounds % 2 ? Y : X, initial_B, sizeof X);
    memcpy(rounds % 2 ? X : Y, initial_C, sizeof Y);
    do {
        if (round > 0 || rounds % 2 == 0) {
            message_round(A, X, Y, NUMBER(round), BLOCK(round));
            ++round;
        }
        message_round(A, Y, X, NUMBER(round), BLOCK(round));
        ++round;
    } while (round < rounds);
    for (int i = 0; i < crypto_hash_BYTES / 4; ++i)
        store_little_endian(out + 4 * i, Y[16 - crypto_hash_BYTES / 4 + i]);
    return 0;
}
