/* SPDX-License-Identifier: MIT */
/* Shabal of LANES messages. The initial state comes from parameters.h.
 *
 * Technique: 48 steps without a loop, so that all indices are constants. What a step needs beside
 * the word of A before is computed apart. The final rounds are message rounds with the last block
 * and its number: where one would subtract the message and the next one add it again, it cancels,
 * and the digest is in C after the exchange.
 */
enum { BLOCK = 64, FINAL_ROUNDS = 3, GROUPS = MESSAGES / LANES };

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

struct state {
    word A[12], B[16], C[16], M[16];
};

/* a is the word of A of the step before. */
#define STEP_OF(s, a, t)                                                                           \
    do {                                                                                           \
        word late_ = XOR_ANDN((s)->M[(t) % 16], (s)->B[((t) + 6) % 16], (s)->B[((t) + 9) % 16]);   \
        word times_;                                                                               \
        a = ROTL(a, 15);                                                                           \
        times_ = a << 2;                                                                           \
        HOLD(times_);                                                                              \
        a += times_;                                                                               \
        a = XOR3(a, (s)->A[(t) % 12], (s)->C[(8 - (t) + 48) % 16]);                                \
        times_ = a + a;                                                                            \
        HOLD(times_);                                                                              \
        a += times_;                                                                               \
        a = XOR3(a, late_, (s)->B[((t) + 13) % 16]);                                               \
        (s)->A[(t) % 12] = a;                                                                      \
        (s)->B[(t) % 16] = XNOR(ROTL((s)->B[(t) % 16], 1), a);                                     \
    } while (0)

#if MESSAGES > LANES
#define STEP(t)                                                                                    \
    STEP_OF(first, a, t);                                                                          \
    STEP_OF(second, b, t)
#else
#define STEP(t) STEP_OF(first, a, t)
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

/* A function of its own, so that words are addressed from its arguments, in short instructions:
 * from the stack pointer the steps of two groups would be too long for the cache of decoded ones.
 */
#if MESSAGES > LANES
static __attribute__((noinline)) void steps(struct state *restrict first,
                                            struct state *restrict second) {
    word a = first->A[11], b = second->A[11];
#else
static __attribute__((noinline)) void steps(struct state *first) {
    word a = first->A[11];
#endif

    EIGHT_STEPS(0);
    EIGHT_STEPS(8);
    EIGHT_STEPS(16);
    EIGHT_STEPS(24);
    EIGHT_STEPS(32);
    EIGHT_STEPS(40);
}

INLINE void before_steps(struct state *s, unsigned long long number) {
    s->A[0] ^= ALL((uint32_t)number);
    s->A[1] ^= ALL((uint32_t)(number >> 32));
    for (int i = 0; i < 16; i++)
        s->B[i] = ROTL(s->B[i] + s->M[i], 17);
}

/* Subtracts the message from C, and exchanges B and C. */
INLINE void after_steps(struct state *s) {
    word pairs[8];

    for (int i = 0; i < 8; i++)
        pairs[i] = s->C[i + 3] + s->C[(i + 11) % 16];
    for (int i = 0; i < 12; i++)
        s->A[i] += pairs[i % 8] + s->C[(i + 15) % 16];
    for (int i = 0; i < 16; i++) {
        word exchanged = s->B[i];

        s->B[i] = s->C[i] - s->M[i];
        s->C[i] = exchanged;
    }
}

static void hash_group(unsigned char *const out[MESSAGES], const unsigned char *const in[MESSAGES],
                       unsigned long long inlen) {
    const unsigned rest = (unsigned)(inlen % BLOCK);
    const unsigned long long full = inlen / BLOCK;
    TAILS(BLOCK) tails;
    struct state s[GROUPS];

    OPEN_TAILS(tails, in, inlen, rest, BLOCK);
    PUT_TAILS(tails, rest, "\x80", 1);

    for (int g = 0; g < GROUPS; g++) {
        for (int i = 0; i < 12; i++)
            s[g].A[i] = ALL(initial_A[i]);
        for (int i = 0; i < 16; i++) {
            s[g].B[i] = ALL(initial_B[i]);
            s[g].C[i] = ALL(initial_C[i]);
        }
    }
    for (unsigned long long round = 0; round <= full + FINAL_ROUNDS; round++) {
        for (int g = 0; g < GROUPS; g++) {
            if (round < full)
                load_words(s[g].M, in + g * LANES, round * BLOCK, 16, 0);
            else
                load_words(s[g].M, tails.of + g * LANES, 0, 16, 0);
            before_steps(&s[g], round < full ? round + 1 : full + 1);
        }
#if MESSAGES > LANES
        steps(s, s + 1);
#else
        steps(s);
#endif
        for (int g = 0; g < GROUPS; g++)
            after_steps(&s[g]);
    }
    for (int g = 0; g < GROUPS; g++)
        store_words(out + g * LANES, s[g].C + 16 - DIGEST_BYTES / 4, DIGEST_BYTES / 4, 0);
}
