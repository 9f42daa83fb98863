/* SPDX-License-Identifier: MIT */
/* Shabal of LANES messages. The initial state comes from parameters.h.
 *
 * Technique: 48 steps without a loop, so that all indices are constants. What a step needs beside
 * the word of A before is computed apart. The final rounds are message rounds with the last block
 * and its number: where one would subtract the message and the next one add it again, it cancels,
 * and the digest is in C after the exchange.
 */
enum { BLOCK = 64, FINAL_ROUNDS = 3 };


/* a is the word of A of the step before. */
#define STEP(t)                                                                                    \
    do {                                                                                           \
        word late_ = XOR_ANDN(M[(t) % 16], B[((t) + 6) % 16], B[((t) + 9) % 16]);                  \
        word times_;                                                                               \
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

#define EIGHT_STEPS(t)                                                                             \
    STEP((t) + 0);                                                                                 \
    STEP((t) + 1);                                                                                 \
    STEP((t) + 2);                                                                                 \
    STEP((t) + 3);                                                                                 \
    STEP((t) + 4);                                                                                 \
    STEP((t) + 5);                                                                                 \
    STEP((t) + 6);                                                                                 \
    STEP((t) + 7)

/* B has the message added to it. Leaves the message subtracted from C, and B and C exchanged. */
INLINE void message_round(word A[12], word B[16], word C[16], const word M[16],
                          unsigned long long number) {
    word a = A[11], pairs[8];

    A[0] ^= ALL((uint32_t)number);
    A[1] ^= ALL((uint32_t)(number >> 32));
    for (int i = 0; i < 16; i++)
        B[i] = ROTL(B[i], 17);
    EIGHT_STEPS(0);
    EIGHT_STEPS(8);
    EIGHT_STEPS(16);
    EIGHT_STEPS(24);
    EIGHT_STEPS(32);
    EIGHT_STEPS(40);
    for (int i = 0; i < 8; i++)
        pairs[i] = C[(i + 3) % 16] + C[i + 11 - 16 * (i + 11 >= 16)];
    for (int i = 0; i < 12; i++)
        A[i] += pairs[i % 8] + C[(i + 15) % 16];
    for (int i = 0; i < 16; i++) {
        word exchanged = B[i];

        B[i] = C[i] - M[i];
        C[i] = exchanged;
    }
}

static void hash_group(unsigned char *const out[LANES], const unsigned char *const in[LANES],
                       unsigned long long inlen) {
    const unsigned rest = (unsigned)(inlen % BLOCK);
    const unsigned long long full = inlen / BLOCK;
    TAILS(BLOCK) tails;
    word A[12], B[16], C[16], M[16];

    OPEN_TAILS(tails, in, inlen, rest, BLOCK);
    PUT_TAILS(tails, rest, "\x80", 1);

    for (int i = 0; i < 12; i++)
        A[i] = ALL(initial_A[i]);
    for (int i = 0; i < 16; i++) {
        B[i] = ALL(initial_B[i]);
        C[i] = ALL(initial_C[i]);
    }
    for (unsigned long long round = 0; round <= full + FINAL_ROUNDS; round++) {
        if (round < full)
            load_words(M, in, round * BLOCK, 16, 0);
        else
            load_words(M, tails.of, 0, 16, 0);
        for (int i = 0; i < 16; i++)
            B[i] += M[i];
        message_round(A, B, C, M, round < full ? round + 1 : full + 1);
    }
    store_words(out, C + 16 - DIGEST_BYTES / 4, DIGEST_BYTES / 4, 0);
}
