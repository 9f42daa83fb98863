/* SPDX-License-Identifier: MIT */
/* Shabal on words: the second-round submission to the SHA-3 competition. The initial state
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

CONSTANT element initial_A[12] = START_A;
CONSTANT element initial_B[16] = START_B;
CONSTANT element initial_C[16] = START_C;

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

#define ALL_STEPS                                                                                 \
    EIGHT_STEPS(0);\
    EIGHT_STEPS(8);\
    EIGHT_STEPS(16);\
    EIGHT_STEPS(24);\
    EIGHT_STEPS(32);\
    EIGHT_STEPS(40)

INLINE void after_steps(word A[12], const word C[16]) {
    word pairs[8];

    UNROLLED(16)
    for (int i = 0; i < 8; i++)
        pairs[i] = C[i + 3] + C[(i + 11) % 16];
    UNROLLED(16)
    for (int i = 0; i < 12; i++)
        A[i] += pairs[i % 8] + C[(i + 15) % 16];
}
