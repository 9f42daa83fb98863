/* SPDX-License-Identifier: MIT */
/* Shabal of LANES messages: the second-round submission to the SHA-3 competition. The initial state
 * comes from parameters.h.
 *
 * Technique: 48 steps without a loop, so that all indices are constants. The 60 words of A, B, C
 * and the message do not fit into registers; most are operands in memory. What a step needs beside
 * the word of A before is computed apart. B and C are exchanged by exchanging two pointers. The
 * final rounds are message rounds with the last block and its number: where one would subtract the
 * message and the next one add it again, it cancels, and the digest is in C after the exchange.
 *
 * Bound: one word of A waits for the one before, through a rotation, a shift, three additions and
 * two exclusive ors of three, which take a cycle each. 48 x 7 = 336 cycles a block of 64 bytes in
 * 16 lanes are 0.33 cycles/byte. The operations alone would take less: 480 of the steps (10 each, 3
 * of them rotations or shifts) and 82 around them, at two a cycle 0.27 cycles/byte.
 *
 * Rejected: the steps of two groups in turn, so that one fills the time in which the other waits:
 * the steps take 0.9 times the time, but all together 1.1 times, for everything comes from memory.
 * A loop of three times sixteen steps, with A in a row of 60 words: 1.2 times the time.
 */
enum { BLOCK = 64, FINAL_ROUNDS = 3 };

/* Compilers would turn a shift and an addition into a multiplication, which is slow in vectors. */
#if LANES > 1 && (defined(__x86_64__) || defined(__i386__)) && defined(TERNARY)
#define HOLD(x) __asm__("" : "+v"(x))
#elif LANES > 1 && (defined(__x86_64__) || defined(__i386__)) && defined(TARGET)
#define HOLD(x) __asm__("" : "+x"(x))
#else
#define HOLD(x) (void)0
#endif

#ifdef ternary
#define XNOR(x, y) ternary(x, y, y, 0xc3)
#else
#define XNOR(x, y) (~(x) ^ (y))
#endif

/* In one piece: short instructions reach all of it. */
struct state {
    word A[12], M[16], halves[2][16];
};

/* a is the word of A of the step before. */
#define STEP(t)                                                                                    \
    do {                                                                                           \
        word late_ = XOR_ANDN(M[(t) % 16], B[((t) + 6) % 16], B[((t) + 9) % 16]), times_;          \
        a = ROTL(a, 15);                                                                           \
        times_ = a << 2;                                                                           \
        HOLD(times_);                                                                              \
        a += times_;                                                                               \
        a = XOR3(a, A[(t) % 12], C[(8 - (t) + 48) % 16]);                                          \
        times_ = a + a;                                                                            \
        HOLD(times_);                                                                              \
        a += times_;                                                                               \
        a = XOR3(a, late_, B[((t) + 13) % 16]);                                                    \
        A[(t) % 12] = a;                                                                           \
        B[(t) % 16] = XNOR(ROTL(B[(t) % 16], 1), a);                                               \
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

/* A function of its own, so that words are addressed from its arguments, in short instructions:
 * from the stack pointer the steps would be too long for the cache of decoded ones. */
static __attribute__((noinline)) void steps(struct state *restrict s, word *restrict B,
                                            const word *restrict C) {
    word *A = s->A, *M = s->M, a = A[11];

    EIGHT_STEPS(0);
    EIGHT_STEPS(8);
    EIGHT_STEPS(16);
    EIGHT_STEPS(24);
    EIGHT_STEPS(32);
    EIGHT_STEPS(40);
}

/* Subtracts the block before from B, which was C then, and adds this one. */
INLINE void before_steps(word A[12], word B[16], word M[16], const unsigned char *const in[LANES],
                         size_t at, unsigned long long number) {
    word next[16];

    load_words(next, in, at, 16, 0);
#pragma GCC unroll 16
    for (int i = 0; i < 16; i++) {
        B[i] = B[i] - M[i] + next[i];
        B[i] = ROTL(B[i], 17);
        M[i] = next[i];
    }
    A[0] ^= ALL((uint32_t)number);
    A[1] ^= ALL((uint32_t)(number >> 32));
}

INLINE void after_steps(word A[12], const word C[16]) {
    word pairs[8];

#pragma GCC unroll 16
    for (int i = 0; i < 8; i++)
        pairs[i] = C[i + 3] + C[(i + 11) % 16];
#pragma GCC unroll 16
    for (int i = 0; i < 12; i++)
        A[i] += pairs[i % 8] + C[(i + 15) % 16];
}

static void hash_group(unsigned char *const out[LANES], const unsigned char *const in[LANES],
                       unsigned long long inlen) {
    const unsigned rest = (unsigned)(inlen % BLOCK);
    const unsigned long long full = inlen / BLOCK;
    TAILS(BLOCK) tails;
    struct state s;
    word *const A = s.A, *const M = s.M, *B = s.halves[0], *C = s.halves[1];

    OPEN_TAILS(tails, in, inlen, rest, BLOCK);
    PUT_TAILS(tails, rest, "\x80", 1);

    for (int i = 0; i < 12; i++)
        A[i] = ALL(initial_A[i]);
    for (int i = 0; i < 16; i++) {
        M[i] = ALL(0);
        B[i] = ALL(initial_B[i]);
        C[i] = ALL(initial_C[i]);
    }
    for (unsigned long long round = 0; round <= full + FINAL_ROUNDS; round++) {
        const int is_full = round < full;
        word *exchanged = B;

        before_steps(A, B, M, is_full ? in : tails.of, is_full ? round * BLOCK : 0,
                     is_full ? round + 1 : full + 1);
        steps(&s, B, C);
        after_steps(A, C);
        B = C;
        C = exchanged;
    }
    store_words(out, C + 16 - DIGEST_BYTES / 4, DIGEST_BYTES / 4, 0);
}
