/* SPDX-License-Identifier: MIT */
/*
 * P and Q by tables that join SubBytes and MixBytes: table i holds what a byte of row i adds to
 * its column, 8 tables of 256 words, 16 KiB, which a level-1 cache of 32 KiB keeps.
 *
 * Technique: row 0 is the least significant byte of a column, so that little-endian machines load
 * and store columns as they are. ShiftBytes is in the choice of the column that a byte is taken
 * from, fixed for each place, and so is the rest of AddRoundConstant: j << 4 for column j.
 * Tables are read at secret indices: this is not constant-time code.
 *
 * Limit: the loads and the bytes' extraction. A column takes 8 lookups, and about 24 operations:
 * 8 bytes moved, 7 shifts, 7 exclusive ors with a word from memory: 128 columns' bytes make about
 * 90 cycles a round of P512 and Q512 at four operations a cycle, 14 per byte.
 *
 * Rejected: one table and a rotation for each row: 7 operations more for each column, and 2 KiB
 * instead of 16. Tables of 32-bit words for 32-bit machines: compilers make the same loads of the
 * halves of these.
 */

/* 2x in GF(256) modulo X^8 + X^4 + X^3 + X + 1, for constants. */
#define TWICE(x) (((x) << 1) ^ ((x) >> 7) * 0x11b)
#define TIMES_4(x) TWICE(TWICE(x))
#define BYTE(x, row) ((uint64_t)(x) << 8 * ((row) % 8))

/* A byte s of row i after SubBytes is added to row i-k times 2, 2, 3, 4, 5, 3, 5, 7, k = 0..7. */
#define PRODUCTS(s, i)                                                                             \
    BYTE(TWICE(s), i) ^ BYTE(TWICE(s), i + 7) ^ BYTE(TWICE(s) ^ s, i + 6) ^                        \
        BYTE(TIMES_4(s), i + 5) ^ BYTE(TIMES_4(s) ^ s, i + 4) ^ BYTE(TWICE(s) ^ s, i + 3) ^        \
        BYTE(TIMES_4(s) ^ s, i + 2) ^ BYTE(TIMES_4(s) ^ TWICE(s) ^ s, i + 1)

/* The S-box of AES. */
/* clang-format off */
#define EACH_ENTRY(E) \
    E(0x63) E(0x7c) E(0x77) E(0x7b) E(0xf2) E(0x6b) E(0x6f) E(0xc5) \
    E(0x30) E(0x01) E(0x67) E(0x2b) E(0xfe) E(0xd7) E(0xab) E(0x76) \
    E(0xca) E(0x82) E(0xc9) E(0x7d) E(0xfa) E(0x59) E(0x47) E(0xf0) \
    E(0xad) E(0xd4) E(0xa2) E(0xaf) E(0x9c) E(0xa4) E(0x72) E(0xc0) \
    E(0xb7) E(0xfd) E(0x93) E(0x26) E(0x36) E(0x3f) E(0xf7) E(0xcc) \
    E(0x34) E(0xa5) E(0xe5) E(0xf1) E(0x71) E(0xd8) E(0x31) E(0x15) \
    E(0x04) E(0xc7) E(0x23) E(0xc3) E(0x18) E(0x96) E(0x05) E(0x9a) \
    E(0x07) E(0x12) E(0x80) E(0xe2) E(0xeb) E(0x27) E(0xb2) E(0x75) \
    E(0x09) E(0x83) E(0x2c) E(0x1a) E(0x1b) E(0x6e) E(0x5a) E(0xa0) \
    E(0x52) E(0x3b) E(0xd6) E(0xb3) E(0x29) E(0xe3) E(0x2f) E(0x84) \
    E(0x53) E(0xd1) E(0x00) E(0xed) E(0x20) E(0xfc) E(0xb1) E(0x5b) \
    E(0x6a) E(0xcb) E(0xbe) E(0x39) E(0x4a) E(0x4c) E(0x58) E(0xcf) \
    E(0xd0) E(0xef) E(0xaa) E(0xfb) E(0x43) E(0x4d) E(0x33) E(0x85) \
    E(0x45) E(0xf9) E(0x02) E(0x7f) E(0x50) E(0x3c) E(0x9f) E(0xa8) \
    E(0x51) E(0xa3) E(0x40) E(0x8f) E(0x92) E(0x9d) E(0x38) E(0xf5) \
    E(0xbc) E(0xb6) E(0xda) E(0x21) E(0x10) E(0xff) E(0xf3) E(0xd2) \
    E(0xcd) E(0x0c) E(0x13) E(0xec) E(0x5f) E(0x97) E(0x44) E(0x17) \
    E(0xc4) E(0xa7) E(0x7e) E(0x3d) E(0x64) E(0x5d) E(0x19) E(0x73) \
    E(0x60) E(0x81) E(0x4f) E(0xdc) E(0x22) E(0x2a) E(0x90) E(0x88) \
    E(0x46) E(0xee) E(0xb8) E(0x14) E(0xde) E(0x5e) E(0x0b) E(0xdb) \
    E(0xe0) E(0x32) E(0x3a) E(0x0a) E(0x49) E(0x06) E(0x24) E(0x5c) \
    E(0xc2) E(0xd3) E(0xac) E(0x62) E(0x91) E(0x95) E(0xe4) E(0x79) \
    E(0xe7) E(0xc8) E(0x37) E(0x6d) E(0x8d) E(0xd5) E(0x4e) E(0xa9) \
    E(0x6c) E(0x56) E(0xf4) E(0xea) E(0x65) E(0x7a) E(0xae) E(0x08) \
    E(0xba) E(0x78) E(0x25) E(0x2e) E(0x1c) E(0xa6) E(0xb4) E(0xc6) \
    E(0xe8) E(0xdd) E(0x74) E(0x1f) E(0x4b) E(0xbd) E(0x8b) E(0x8a) \
    E(0x70) E(0x3e) E(0xb5) E(0x66) E(0x48) E(0x03) E(0xf6) E(0x0e) \
    E(0x61) E(0x35) E(0x57) E(0xb9) E(0x86) E(0xc1) E(0x1d) E(0x9e) \
    E(0xe1) E(0xf8) E(0x98) E(0x11) E(0x69) E(0xd9) E(0x8e) E(0x94) \
    E(0x9b) E(0x1e) E(0x87) E(0xe9) E(0xce) E(0x55) E(0x28) E(0xdf) \
    E(0x8c) E(0xa1) E(0x89) E(0x0d) E(0xbf) E(0xe6) E(0x42) E(0x68) \
    E(0x41) E(0x99) E(0x2d) E(0x0f) E(0xb0) E(0x54) E(0xbb) E(0x16)
/* clang-format on */

static const uint64_t table[8][256] = {
#define E(s) PRODUCTS(s, 0),
    {EACH_ENTRY(E)},
#undef E
#define E(s) PRODUCTS(s, 1),
    {EACH_ENTRY(E)},
#undef E
#define E(s) PRODUCTS(s, 2),
    {EACH_ENTRY(E)},
#undef E
#define E(s) PRODUCTS(s, 3),
    {EACH_ENTRY(E)},
#undef E
#define E(s) PRODUCTS(s, 4),
    {EACH_ENTRY(E)},
#undef E
#define E(s) PRODUCTS(s, 5),
    {EACH_ENTRY(E)},
#undef E
#define E(s) PRODUCTS(s, 6),
    {EACH_ENTRY(E)},
#undef E
#define E(s) PRODUCTS(s, 7),
    {EACH_ENTRY(E)},
#undef E
};

static inline uint64_t little_endian(uint64_t column) {
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return column;
#else
    uint64_t turned = 0;
    for (int i = 0; i < 8; ++i, column >>= 8)
        turned = turned << 8 | (column & 0xff);
    return turned;
#endif
}

static inline uint64_t load_column(const unsigned char *bytes) {
    uint64_t column;
    memcpy(&column, bytes, sizeof column);
    return little_endian(column);
}

static inline void store_column(unsigned char *bytes, uint64_t column) {
    column = little_endian(column);
    memcpy(bytes, &column, sizeof column);
}

#define LOOKUP(a, j, shift, row)                                                                   \
    table[row][(unsigned char)(a[((j) + (shift)) % COLUMNS] >> 8 * (row))]

/* Column j of MixBytes(ShiftBytes(SubBytes(a))). */
#define MIXED(a, j, s0, s1, s2, s3, s4, s5, s6, s7)                                                \
    (LOOKUP(a, j, s0, 0) ^ LOOKUP(a, j, s1, 1) ^ LOOKUP(a, j, s2, 2) ^ LOOKUP(a, j, s3, 3) ^       \
     LOOKUP(a, j, s4, 4) ^ LOOKUP(a, j, s5, 5) ^ LOOKUP(a, j, s6, 6) ^ LOOKUP(a, j, s7, 7))

#define P_CONSTANT(j, round) ((uint64_t)((j) << 4) ^ (round))
#define Q_CONSTANT(j, round) ~(((uint64_t)((j) << 4) ^ (round)) << 56)
#define P_COLUMN(b, a, j) b[j] = MIXED(a, j, 0, 1, 2, 3, 4, 5, 6, LAST_SHIFT) ^ P_CONSTANT(j, next)
#define Q_COLUMN(b, a, j) b[j] = MIXED(a, j, 1, 3, 5, LAST_SHIFT, 0, 2, 4, 6) ^ Q_CONSTANT(j, next)

/* The constants of the next round are added at the end of a round, and after the last one again. */
static void P(uint64_t a[COLUMNS]) {
    uint64_t b[COLUMNS];

    for (unsigned j = 0; j < COLUMNS; ++j)
        a[j] ^= P_CONSTANT(j, 0);
    for (uint64_t next = 1; next < ROUNDS; next += 2) {
        EACH_COLUMN(P_COLUMN, b, a);
        ++next;
        EACH_COLUMN(P_COLUMN, a, b);
        --next;
    }
    for (unsigned j = 0; j < COLUMNS; ++j)
        a[j] ^= P_CONSTANT(j, ROUNDS);
}

static void Q(uint64_t a[COLUMNS]) {
    uint64_t b[COLUMNS];

    for (unsigned j = 0; j < COLUMNS; ++j)
        a[j] ^= Q_CONSTANT(j, 0);
    for (uint64_t next = 1; next < ROUNDS; next += 2) {
        EACH_COLUMN(Q_COLUMN, b, a);
        ++next;
        EACH_COLUMN(Q_COLUMN, a, b);
        --next;
    }
    for (unsigned j = 0; j < COLUMNS; ++j)
        a[j] ^= Q_CONSTANT(j, ROUNDS);
}

/* h = P(h ^ m) ^ Q(m) ^ h, for each block m. */
static void compress(unsigned char h[BLOCK_BYTES], const unsigned char *in,
                     unsigned long long blocks) {
    for (; blocks > 0; --blocks, in += BLOCK_BYTES) {
        uint64_t p[COLUMNS], q[COLUMNS];

        for (unsigned j = 0; j < COLUMNS; ++j) {
            q[j] = load_column(in + 8 * j);
            p[j] = q[j] ^ load_column(h + 8 * j);
        }
        P(p);
        Q(q);
        for (unsigned j = 0; j < COLUMNS; ++j)
            store_column(h + 8 * j, load_column(h + 8 * j) ^ p[j] ^ q[j]);
    }
}

/* h = P(h) ^ h */
static void output_transformation(unsigned char h[BLOCK_BYTES]) {
    uint64_t p[COLUMNS];

    for (unsigned j = 0; j < COLUMNS; ++j)
        p[j] = load_column(h + 8 * j);
    P(p);
    for (unsigned j = 0; j < COLUMNS; ++j)
        store_column(h + 8 * j, load_column(h + 8 * j) ^ p[j]);
}
