/* SPDX-License-Identifier: MIT */

/* Threefish of any size in 64-bit words, from the twice four rounds and the subkey that blocks.h
 * writes out. */

static inline uint64_t load_little_endian(const unsigned char *bytes) {
    uint64_t word;
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(&word, bytes, sizeof word);
#else
    word = 0;
    for (int i = 7; i >= 0; --i)
        word = word << 8 | bytes[i];
#endif
    return word;
}

/*
 * A word stays a word: compilers that join words into vectors make this 2 to 5 times slower, since
 * they move halves more than they save. GCC is told so; Clang is not shown what it would join.
 */
#if defined __clang__ && UINTPTR_MAX > 0xffffffff
#define hold(word) __asm__("" : "+r"(word))
#define NO_VECTORS
#elif defined __GNUC__ && !defined __clang__
#define hold(word)
#define NO_VECTORS __attribute__((optimize("no-tree-slp-vectorize", "no-tree-loop-vectorize")))
#else
#define hold(word)
#define NO_VECTORS
#endif

/* Every distance is a literal in 1..63. */
#define MIX(a, b, distance)                                                                        \
    v[a] += v[b];                                                                                  \
    hold(v[a]);                                                                                    \
    v[b] = (v[b] << (distance) | v[b] >> (64 - (distance))) ^ v[a]

#define ADD_KEY(s, i) v[i] += k[((s) + (i)) % (WORDS + 1)]

#define ADD_TWEAK(s)                                                                               \
    v[WORDS - 3] += k[((s) + WORDS - 3) % (WORDS + 1)] + t[(s) % 3];                               \
    v[WORDS - 2] += k[((s) + WORDS - 2) % (WORDS + 1)] + t[((s) + 1) % 3];                         \
    v[WORDS - 1] += k[((s) + WORDS - 1) % (WORDS + 1)] + (s)

#define EIGHT_ROUNDS(s)                                                                            \
    ADD_SUBKEY(s);                                                                                 \
    FIRST_FOUR;                                                                                    \
    ADD_SUBKEY((s) + 1);                                                                           \
    SECOND_FOUR

#define SEVENTY_TWO_ROUNDS                                                                         \
    EIGHT_ROUNDS(0);                                                                               \
    EIGHT_ROUNDS(2);                                                                               \
    EIGHT_ROUNDS(4);                                                                               \
    EIGHT_ROUNDS(6);                                                                               \
    EIGHT_ROUNDS(8);                                                                               \
    EIGHT_ROUNDS(10);                                                                              \
    EIGHT_ROUNDS(12);                                                                              \
    EIGHT_ROUNDS(14);                                                                              \
    EIGHT_ROUNDS(16)

/* UBI over full blocks: position is the number of bytes up to the end of the first of them. */
NO_VECTORS static void UBI_blocks(uint64_t G[WORDS], const unsigned char *in,
                                  unsigned long long blocks, uint64_t position, uint64_t flags) {
    for (; blocks > 0; --blocks, in += 8 * WORDS, position += 8 * WORDS, flags &= ~FIRST) {
        uint64_t k[WORDS + 1], t[3] = {position, flags, position ^ flags}, v[WORDS];

        k[WORDS] = KEY_PARITY;
        for (int i = 0; i < WORDS; ++i) {
            k[i] = G[i];
            k[WORDS] ^= k[i];
            v[i] = load_little_endian(in + 8 * i);
        }
        ALL_ROUNDS;
        ADD_SUBKEY(ROUNDS / 4);
        for (int i = 0; i < WORDS; ++i)
            G[i] = v[i] ^ load_little_endian(in + 8 * i);
    }
}
