/* SPDX-License-Identifier: MIT */
/* One sub-state in words of 32 bits: its bytes, its doubling, and a step. */
static inline uint32_t load_big_endian(const unsigned char *bytes) {
    uint32_t word;

    memcpy(&word, bytes, sizeof word);
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? word : __builtin_bswap32(word);
}

static inline void store_big_endian(unsigned char *bytes, uint32_t word) {
    if (__BYTE_ORDER__ != __ORDER_BIG_ENDIAN__)
        word = __builtin_bswap32(word);
    memcpy(bytes, &word, sizeof word);
}

static inline uint32_t rotate_left(uint32_t word, unsigned n) {
    return word << n | word >> (-n & 31);
}

/* a = 2 a + b */
static inline void double_and_add(uint32_t a[8], const uint32_t b[8]) {
    uint32_t a7 = a[7];

    a[7] = a[6] ^ b[7];
    a[6] = a[5] ^ b[6];
    a[5] = a[4] ^ b[5];
    a[4] = a[3] ^ a7 ^ b[4];
    a[3] = a[2] ^ a7 ^ b[3];
    a[2] = a[1] ^ b[2];
    a[1] = a[0] ^ a7 ^ b[1];
    a[0] = a7 ^ b[0];
}

/* x2 is complemented; the results x0 and x2 are. */
#define SUB_CRUMB_OF_WORDS_LEFT(x0, x1, x2, x3)                                                    \
    do {                                                                                           \
        uint32_t g = (x0 | x1) ^ x3, q = x0 & x3, not_p = x2 ^ x3, not_r = x1 ^ q;                 \
        uint32_t not_s = q ^ not_p, not_v = (g & ~not_p) ^ not_r, not_t = not_r & not_s;           \
        x2 = not_v | not_t;                                                                        \
        x0 ^= not_t;                                                                               \
        x1 = g ^ not_t;                                                                            \
        x3 = not_s ^ not_v;                                                                        \
    } while (0)

/* x1 is complemented; no result is. */
#define SUB_CRUMB_OF_WORDS_RIGHT(x0, x1, x2, x3)                                                   \
    do {                                                                                           \
        uint32_t not_g = (x1 & ~x0) ^ x3, q = x0 & x3, p = x2 ^ x3, r = x1 ^ q, s = q ^ p;         \
        uint32_t v = (p & ~not_g) ^ r, t = r | s;                                                  \
        x2 = v & t;                                                                                \
        x0 ^= t;                                                                                   \
        x1 = not_g ^ t;                                                                            \
        x3 = s ^ v;                                                                                \
    } while (0)

#define MIX_WORDS(u, v)                                                                            \
    do {                                                                                           \
        v ^= u;                                                                                    \
        u = rotate_left(u, 2) ^ v;                                                                 \
        v = rotate_left(v, 14) ^ u;                                                                \
        u = rotate_left(u, 10) ^ v;                                                                \
        v = rotate_left(v, 1);                                                                     \
    } while (0)

/* Words a2 and a6 are complemented before and after it, and so are the constants. */
#define STEP_OF_WORDS(a0, a1, a2, a3, a4, a5, a6, a7, constants)                                   \
    do {                                                                                           \
        SUB_CRUMB_OF_WORDS_LEFT(a0, a1, a2, a3);                                                   \
        SUB_CRUMB_OF_WORDS_RIGHT(a5, a6, a7, a4);                                                  \
        MIX_WORDS(a0, a4);                                                                         \
        MIX_WORDS(a1, a5);                                                                         \
        MIX_WORDS(a2, a6);                                                                         \
        MIX_WORDS(a3, a7);                                                                         \
        a0 ^= (constants)[0];                                                                      \
        a4 ^= (constants)[1];                                                                      \
    } while (0)
