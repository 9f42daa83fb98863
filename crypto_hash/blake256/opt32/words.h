/* SPDX-License-Identifier: MIT */

/*
 * Words in memory and registers, for the portable implementations.
 *
 * On x86 they are compiled for general registers alone: gcc and clang take the four G of a round
 * for vectors of four, which costs 1.4 to 3 times as much as the rounds themselves, and gcc, tuned
 * for Zen, keeps words that do not fit in vector registers, which costs 2.5 times as much as
 * keeping them in memory.
 */

#if defined(__x86_64__) || defined(__i386__)
#define TARGET __attribute__((target("general-regs-only")))
#else
#define TARGET
#endif
#define INLINE static inline __attribute__((always_inline)) TARGET

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define LITTLE_ENDIAN_WORD(w) swapped(w)
#define BIG_ENDIAN_WORD(w) (w)
#else
#define LITTLE_ENDIAN_WORD(w) (w)
#define BIG_ENDIAN_WORD(w) swapped(w)
#endif

INLINE word swapped(word w) {
    return (word)(sizeof w == 8 ? __builtin_bswap64(w) : __builtin_bswap32((uint32_t)w));
}

INLINE word load(const unsigned char *from) {
    word w;

    __builtin_memcpy(&w, from, sizeof w);
    return w;
}

INLINE void store(unsigned char *to, word w) { __builtin_memcpy(to, &w, sizeof w); }

INLINE word rotate(word w, int n) { return w >> n | w << (8 * (int)sizeof w - n); }
