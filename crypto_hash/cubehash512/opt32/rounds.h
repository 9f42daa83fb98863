/* SPDX-License-Identifier: MIT */
/*
 * The rounds of CubeHash in 32-bit words, for any processor.
 *
 * Technique: no word moves. Two rounds exchange every word with itself, so the loop has two rounds
 * whose indices take the exchanges into account: a low word meets the high word whose index differs
 * by 0, 8, 10, 14, 15, 7, 5 and 1 in turn. Two low words that change places and their two high
 * words depend on nothing else for half a round, and eight of each, those of one parity, for a
 * whole one. The rounds go through the words in this order: 16 words nearly fit into 15 registers,
 * 4 into 7.
 *
 * Limit: 96 operations a round, 48 a byte, 12 cycles/byte at four a cycle. Zen 4 needs 17.3, and
 * 22 in 32-bit code, for most words go to memory and back.
 *
 * Rejected: the steps one after the other over arrays, which compilers may turn into vectors. gcc
 * and clang need 1.3 to 3 times as long, but for clang with AVX-512 (0.6 times).
 */

/* Where there is AVX-512, gcc would keep words in its registers, and fetch them: 2.8 times slower.
 */
#if defined __GNUC__ && !defined __clang__ && (defined __x86_64__ || defined __i386__)
#pragma GCC target("general-regs-only")
#endif

#define TARGET

typedef struct {
    uint32_t low[16], high[16];
} state;

static inline uint32_t rotate_left(uint32_t a, int n) { return a << n | a >> (32 - n); }

static inline uint32_t load_little_endian(const unsigned char *from) {
    uint32_t a;

    memcpy(&a, from, sizeof a);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    a = __builtin_bswap32(a);
#endif
    return a;
}

static inline void store_little_endian(unsigned char *to, uint32_t a) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    a = __builtin_bswap32(a);
#endif
    memcpy(to, &a, sizeof a);
}

static inline void load_state(state *x, const uint32_t words[32]) {
    memcpy(x->low, words, sizeof x->low);
    memcpy(x->high, words + 16, sizeof x->high);
}

static inline void absorb(state *x, const unsigned char *block) {
    for (int i = 0; i < 8; ++i)
        x->low[i] ^= load_little_endian(block + 4 * i);
}

static inline void flip_last_word(state *x) { x->high[15] ^= 1; }

static inline void store_digest(unsigned char *out, const state *x) {
    for (int i = 0; i < 16; ++i)
        store_little_endian(out + 4 * i, x->low[i]);
}

/* Half a round for two words of each half: low words i and j, which change places, and the high
 * words that are where they would have been. */
#define PAIR(n, i, j, m)                                                                           \
    high[(i) ^ (m)] += low[i];                                                                     \
    high[(j) ^ (m)] += low[j];                                                                     \
    low[i] = rotate_left(low[i], n) ^ high[(j) ^ (m)];                                             \
    low[j] = rotate_left(low[j], n) ^ high[(i) ^ (m)];

/* A round of the eight low words i, i ^ 2, ... i ^ 14 and as many high words. */
#define HALF(i, m)                                                                                 \
    PAIR(7, (i), (i) + 8, m)                                                                       \
    PAIR(7, (i) + 2, (i) + 10, m)                                                                  \
    PAIR(7, (i) + 4, (i) + 12, m)                                                                  \
    PAIR(7, (i) + 6, (i) + 14, m)                                                                  \
    PAIR(11, (i), (i) + 4, (m) ^ 10)                                                               \
    PAIR(11, (i) + 2, (i) + 6, (m) ^ 10)                                                           \
    PAIR(11, (i) + 8, (i) + 12, (m) ^ 10)                                                          \
    PAIR(11, (i) + 10, (i) + 14, (m) ^ 10)

static void transform(state *x, int rounds) {
    uint32_t low[16], high[16];

    memcpy(low, x->low, sizeof low);
    memcpy(high, x->high, sizeof high);
    for (; rounds > 0; rounds -= 2) {
        HALF(0, 0)
        HALF(1, 0)
        HALF(0, 15)
        HALF(1, 15)
    }
    memcpy(x->low, low, sizeof low);
    memcpy(x->high, high, sizeof high);
}
