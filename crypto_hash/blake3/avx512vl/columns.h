/* SPDX-License-Identifier: MIT */

/*
 * BLAKE3 on LANES inputs at once: each word of the state is a vector, with a lane for each input.
 * Included once for each width, which is not defined any more behind it.
 *
 * Technique: nothing is turned, and the four G of half a round do not depend on each other; their
 * steps alternate. Messages are transposed as they are loaded, into one of two buffers, so that the
 * next one need not wait until the last is done with, and chaining values as they are stored. An
 * input that ends before the others goes on with a block that does not matter; its chaining value
 * is taken out where it ends.
 *
 * Limit: 112 operations a round, 32 of them rotations. On Zen 4 they take 42 cycles on 256 bits and
 * 65 on 512, whatever their order and wherever the message is; 28 and 56 would be what four units
 * could do, were rotations not bound to two of them. So 16 inputs of a block take 455 cycles and,
 * with transposition and parents, 0.53 cycles/byte; 0.58 were reached there when each 128 bits were
 * loaded alone, 112 operations for 16 blocks instead of 64. On Cascade Lake two units do all 856
 * operations of 16 blocks in 428 cycles; with parents 0.45 cycles/byte, and reached are 0.49.
 *
 * Rejected: on Zen 4 transposing the next message between the rounds, 1.04 times the time, which
 * pays on Cascade Lake; one buffer, 1.04 times; both G by G, 1.05 times. On Cascade Lake one or two
 * of the four G some steps before the others, 1.00 to 1.02 times.
 *
 * vectors.h defines lanes_LANES, and rotations and loads whose names end in LANES. It may define
 * hold_in_order(x), which makes compilers compute x before whatever they find behind it, and
 * LOADS_BETWEEN_ROUNDS(lanes), whether the next message is loaded between the rounds.
 */

#ifndef hold_in_order
#define hold_in_order(x) (void)0
#endif
#ifndef LOADS_BETWEEN_ROUNDS
#define LOADS_BETWEEN_ROUNDS(lanes) 0
#endif

#define NAME_OF(name, lanes) name##_##lanes
#define NAME_WITH(name, lanes) NAME_OF(name, lanes)
#define NAME(name) NAME_WITH(name, LANES)
#define V NAME(lanes)

/* The steps of G on v[i], v[4 + b], v[8 + c] and v[12 + d], where b, c and d are i, or i turned. */
#define B(i, turn) v[4 + ((i) + (turn)) % 4]
#define C(i, turn) v[8 + ((i) + 2 * (turn)) % 4]
#define D(i, turn) v[12 + ((i) + 3 * (turn)) % 4]
#define ADD_M(i, word)                                                                             \
    v[i] += m[word];                                                                               \
    hold_in_order(v[i])
#define ADD_B(i, turn, _)                                                                          \
    v[i] += B(i, turn);                                                                            \
    hold_in_order(v[i])
#define XOR_D(i, turn, _)                                                                          \
    D(i, turn) ^= v[i];                                                                            \
    hold_in_order(D(i, turn))
#define ROTATE_D(i, turn, ROTATE)                                                                  \
    D(i, turn) = ROTATE(D(i, turn));                                                               \
    hold_in_order(D(i, turn))
#define ADD_D(i, turn, _)                                                                          \
    C(i, turn) += D(i, turn);                                                                      \
    hold_in_order(C(i, turn))
#define XOR_B(i, turn, _)                                                                          \
    B(i, turn) ^= C(i, turn);                                                                      \
    hold_in_order(B(i, turn))
#define ROTATE_B(i, turn, ROTATE)                                                                  \
    B(i, turn) = ROTATE(B(i, turn));                                                               \
    hold_in_order(B(i, turn))
#define EACH(STEP, turn, ROTATE)                                                                   \
    STEP(0, turn, ROTATE);                                                                         \
    STEP(1, turn, ROTATE);                                                                         \
    STEP(2, turn, ROTATE);                                                                         \
    STEP(3, turn, ROTATE)

/* Half of the four G. Their steps alternate, as none of a G's own can overlap. */
#define HALF(turn, m0, m1, m2, m3, ROTATION_D, ROTATION_B)                                         \
    do {                                                                                           \
        ADD_M(0, m0);                                                                              \
        ADD_M(1, m1);                                                                              \
        ADD_M(2, m2);                                                                              \
        ADD_M(3, m3);                                                                              \
        EACH(ADD_B, turn, );                                                                       \
        EACH(XOR_D, turn, );                                                                       \
        EACH(ROTATE_D, turn, ROTATION_D);                                                          \
        EACH(ADD_D, turn, );                                                                       \
        EACH(XOR_B, turn, );                                                                       \
        EACH(ROTATE_B, turn, ROTATION_B);                                                          \
    } while (0)

#define ROUND(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15)                \
    HALF(0, s0, s2, s4, s6, NAME(rotate_16), NAME(rotate_12));                                     \
    HALF(0, s1, s3, s5, s7, NAME(rotate_8), NAME(rotate_7));                                       \
    HALF(1, s8, s10, s12, s14, NAME(rotate_16), NAME(rotate_12));                                  \
    HALF(1, s9, s11, s13, s15, NAME(rotate_8), NAME(rotate_7));                                    \
    if (LOADS_BETWEEN_ROUNDS(LANES))                                                               \
    NAME(load_part)(next, quarters, next_in, part++)

/* The value w in all lanes. */
INLINE V NAME(all)(uint32_t w) { return (V){0} + w; }

/* The lanes' own numbers. */
INLINE V NAME(lane_numbers)(void) {
    static const uint32_t numbers[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    V v;

    __builtin_memcpy(&v, numbers, sizeof v);
    return v;
}

/* In and out of order: word i of 4 vectors, each of whose 128 bits are words of one input, and
 * back.
 */
INLINE void NAME(transpose)(V to[4], const V from[4]) {
    V low_01 = UNPACK(LANES, from[0], from[1], 0, 1),
      high_01 = UNPACK(LANES, from[0], from[1], 2, 3);
    V low_23 = UNPACK(LANES, from[2], from[3], 0, 1),
      high_23 = UNPACK(LANES, from[2], from[3], 2, 3);

    to[0] = PICK_FROM(LANES, low_01, low_23, 0, 1, 0, 1);
    to[1] = PICK_FROM(LANES, low_01, low_23, 2, 3, 2, 3);
    to[2] = PICK_FROM(LANES, high_01, high_23, 0, 1, 0, 1);
    to[3] = PICK_FROM(LANES, high_01, high_23, 2, 3, 2, 3);
}

/* A part of a message, which is loaded and transposed in PARTS of about the same work. With 16
 * lanes each of the first four takes the blocks of four inputs, and each of the last four makes
 * four words of all inputs of the `quarters`; with fewer, each takes four words of all inputs.
 * Input 4j + i is in the 128 bits j of vector i. */
#if LANES == 16
#define PARTS 7

INLINE void NAME(load_part)(V m[16], V quarters[4][4], const unsigned char *const in[LANES],
                            int part) {
    if (part < 4) {
        const unsigned char *const *four = in + 4 * part;
        const V blocks[4] = {load_block(four[0]), load_block(four[1]), load_block(four[2]),
                             load_block(four[3])};

        NAME(transpose)(quarters[part], blocks);
    }
    if (part >= 3) {
        const int i = part - 3;
        const V q0 = quarters[0][i], q1 = quarters[1][i], q2 = quarters[2][i], q3 = quarters[3][i];
        const V low_01 = QUARTERS(q0, q1, 0, 1, 0, 1), high_01 = QUARTERS(q0, q1, 2, 3, 2, 3);
        const V low_23 = QUARTERS(q2, q3, 0, 1, 0, 1), high_23 = QUARTERS(q2, q3, 2, 3, 2, 3);

        m[i] = QUARTERS(low_01, low_23, 0, 2, 0, 2);
        m[4 + i] = QUARTERS(low_01, low_23, 1, 3, 1, 3);
        m[8 + i] = QUARTERS(high_01, high_23, 0, 2, 0, 2);
        m[12 + i] = QUARTERS(high_01, high_23, 1, 3, 1, 3);
    }
}
#else
#define PARTS 4

INLINE void NAME(load_part)(V m[16], V quarters[4][4], const unsigned char *const in[LANES],
                            int part) {
    V words[4];

    (void)quarters;
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        const unsigned char *quarter[LANES / 4];

#pragma GCC unroll 4
        for (int j = 0; j < LANES / 4; j++) {
            quarter[j] = in[4 * j + i];
        }
        words[i] = NAME(load_quarters)(quarter, part);
    }
    NAME(transpose)(m + 4 * part, words);
}
#endif

INLINE void NAME(store_transposed)(value to[LANES], const V h[8]) {
    for (int half = 0; half < 2; half++) {
        V words[4];
        unsigned char bytes[4][sizeof(V)];

        NAME(transpose)(words, h + 4 * half);
        __builtin_memcpy(bytes, words, sizeof bytes);
        for (int i = 0; i < LANES; i++) {
            __builtin_memcpy(to[i] + 16 * half, bytes[i % 4] + 16 * (i / 4), 16);
        }
    }
}

/* t, b and d hold the counters' words, the number of bytes and the flags of each lane. Behind the
 * rounds the next message is loaded. */
INLINE void NAME(compress)(V h[8], const V *restrict m, V *restrict next,
                           const unsigned char *const next_in[LANES], V t_low, V t_high, V b, V d) {
    V v[16] = {
        h[0],
        h[1],
        h[2],
        h[3],
        h[4],
        h[5],
        h[6],
        h[7],
        NAME(all)(IV[0]),
        NAME(all)(IV[1]),
        NAME(all)(IV[2]),
        NAME(all)(IV[3]),
        t_low,
        t_high,
        b,
        d,
    };

    V quarters[4][4];
    int part = 0;

    ALL_ROUNDS(ROUND);
#pragma GCC unroll 7
    for (; part < PARTS; part++) {
        NAME(load_part)(next, quarters, next_in, part);
    }
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++) {
        h[i] = v[i] ^ v[i + 8];
    }
}

static TARGET void NAME(columns)(value *to, const inputs *x, unsigned n) {
    unsigned blocks = n == 1 ? x->last_blocks : x->blocks;
    const unsigned char *in[LANES];
    value last;
    V m[2][16], quarters[4][4], h[8], lane = NAME(lane_numbers)();
    V t_low = NAME(all)((uint32_t)x->t) + lane * x->step;
    V t_high = NAME(all)((uint32_t)(x->t >> 32)) - (V)(t_low < (uint32_t)x->t);
    V is_last = (V)(lane == n - 1);

    __builtin_memset(last, 0, VALUE_BYTES);
    for (unsigned i = 0; i < LANES; i++) {
        in[i] = block_of(x, n, i < n ? i : 0, 0);
    }
    for (int i = 0; i < 8; i++) {
        h[i] = NAME(all)(IV[i]);
    }
    for (int part = 0; part < PARTS; part++) {
        NAME(load_part)(m[0], quarters, in, part);
    }
    for (unsigned k = 0; k < blocks; k++) {
        V b = NAME(all)(BLOCK_BYTES), d = NAME(all)(flags_of(x, k));

        if (k + 1 == x->last_blocks) {
            b -= is_last & (BLOCK_BYTES - x->last_bytes);
            d |= is_last & x->end;
        }
        if (k + 1 < blocks) {
            for (unsigned i = 0; i < LANES; i++) {
                in[i] += BLOCK_BYTES;
            }
            in[n - 1] = k + 2 >= x->last_blocks ? x->tail : in[n - 1];
        }
        NAME(compress)(h, m[k % 2], m[(k + 1) % 2], in, t_low, t_high, b, d);
        if (k + 1 == x->last_blocks) {
            NAME(store_transposed)(to, h);
            __builtin_memcpy(last, to[n - 1], VALUE_BYTES);
        }
    }
    if (blocks > x->last_blocks) {
        NAME(store_transposed)(to, h);
        __builtin_memcpy(to[n - 1], last, VALUE_BYTES);
    }
}

#undef ROUND
#undef PARTS
#undef HALF
#undef EACH
#undef ROTATE_B
#undef XOR_B
#undef ADD_D
#undef ROTATE_D
#undef XOR_D
#undef ADD_B
#undef ADD_M
#undef D
#undef C
#undef B
#undef V
#undef NAME
#undef NAME_WITH
#undef NAME_OF
#undef LANES
