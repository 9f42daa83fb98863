/* SPDX-License-Identifier: MIT */
/*
 * Xoodoo[12] in twelve words of 32 bits, for any processor.
 *
 * Technique: no lane is moved. Lane x of plane 1 comes to x + 1 in rho_west, lane x of plane 2 to
 * x + 2 in rho_east; both are found where they lay, and after four rounds where they belong. The
 * distances are constants once four rounds are expanded. A column goes through the rest of the
 * round as soon as theta's effects are known.
 *
 * Limit: 69 operations a round where there is an and-not: 20 for the effects, 12 to add them, 12
 * rotations of rho_west and rho_east by z, 24 in chi, 1 in iota. That is 12.9 cycles/byte at four a
 * cycle. Zen 5 takes 12.5 on amd64, and 14.0 on x86, which keeps most lanes in memory.
 *
 * Rejected: loops over x, which gcc -O2 does not expand: 2.2 times the time.
 *
 * Where there is AVX-512, gcc would keep words in its registers, and fetch them.
 */
#if defined __GNUC__ && !defined __clang__ && (defined __x86_64__ || defined __i386__)
#pragma GCC target("general-regs-only")
#endif

#define TARGET
#define INLINE static inline __attribute__((always_inline))

enum { PLANES = 3, LANES = 4, ROUNDS = 12 };

typedef struct {
    uint32_t plane[PLANES][LANES];
} state;

static const uint32_t C[ROUNDS] = {0x058, 0x038, 0x3c0, 0x0d0, 0x120, 0x014,
                                   0x060, 0x02c, 0x380, 0x0f0, 0x1a0, 0x012};

#define ROTATE(a, n) ((a) << (n) | (a) >> (32 - (n)))

/* The lane x of a plane whose lanes lie s places further on than where they are stored. */
#define LANE(y, x, s) A->plane[y][((x) - (s)) & 3]

/* theta: what is added to the lanes whose x is one greater. */
INLINE uint32_t effect(const state *A, int x, int west, int east) {
    const uint32_t P = LANE(0, x, 0) ^ LANE(1, x, west) ^ LANE(2, x, east);

    return ROTATE(P, 5) ^ ROTATE(P, 14);
}

/* The rest of a round for the lanes x behind rho_west, with the effects on x and on x - 1. */
INLINE void column(state *A, int x, int west, int east, uint32_t E, uint32_t E_west) {
    const uint32_t a0 = LANE(0, x, 0) ^ E, a1 = LANE(1, x, west + 1) ^ E_west;
    const uint32_t sum = LANE(2, x, east) ^ E, a2 = ROTATE(sum, 11);
    const uint32_t b1 = a1 ^ (~a2 & a0), b2 = a2 ^ (~a0 & a1);

    LANE(0, x, 0) = a0 ^ (~a1 & a2);
    LANE(1, x, west + 1) = ROTATE(b1, 1);
    LANE(2, x, east) = ROTATE(b2, 8);
}

INLINE void xoodoo_round(state *A, int west, int east, uint32_t constant) {
    const uint32_t E0 = effect(A, 3, west, east), E1 = effect(A, 0, west, east);
    const uint32_t E2 = effect(A, 1, west, east), E3 = effect(A, 2, west, east);

    A->plane[0][0] ^= constant;
    column(A, 0, west, east, E0, E3);
    column(A, 1, west, east, E1, E0);
    column(A, 2, west, east, E2, E1);
    column(A, 3, west, east, E3, E2);
}

INLINE void Xoodoo(state *A) {
    for (int i = 0; i < ROUNDS; i += 4) {
        xoodoo_round(A, 0, 0, C[i]);
        xoodoo_round(A, 1, 2, C[i + 1]);
        xoodoo_round(A, 2, 0, C[i + 2]);
        xoodoo_round(A, 3, 2, C[i + 3]);
    }
}

INLINE uint32_t load_little_endian(const unsigned char *from) {
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

INLINE void store_little_endian(unsigned char *to, uint32_t lane) {
    for (int i = 0; i < 4; ++i, lane >>= 8)
        to[i] = (unsigned char)lane;
}

INLINE state initial_state(void) { return (state){{{0}, {0}, {0, 0, 0, 0x01000000}}}; }

INLINE void add_plane(state *A, int y, const unsigned char *bytes) {
    for (int x = 0; x < LANES; ++x)
        A->plane[y][x] ^= load_little_endian(bytes + 4 * x);
}

INLINE void add_block(state *A, const unsigned char *block) {
    add_plane(A, 0, block);
    A->plane[1][0] ^= 1;
}

INLINE void add_last_block(state *A, const unsigned char *block) {
    add_plane(A, 0, block);
    add_plane(A, 1, block + RATE_BYTES);
}

INLINE void add_empty_block(state *A) { A->plane[0][0] ^= 1; }

INLINE void store_block(unsigned char *out, const state *A) {
    for (int x = 0; x < LANES; ++x)
        store_little_endian(out + 4 * x, A->plane[0][x]);
}
