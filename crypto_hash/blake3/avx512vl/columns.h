/* SPDX-License-Identifier: MIT */

/*
 * BLAKE3 on LANES inputs at once: each word of the state is a vector, with a lane for each input.
 * Included once for each width.
 *
 * Technique: four G that do not depend on each other are four times as many operations as one, and
 * nothing is turned. The messages are transposed as they are loaded, and the chaining values as
 * they are stored. An input that ends before the others goes on with a block that does not matter;
 * its chaining value is taken out where it ends.
 *
 * vectors.h defines V, load_transposed, store_transposed, and rotations, whose names end in LANES.
 */

#define NAME_OF(name, lanes) name##_##lanes
#define NAME_WITH(name, lanes) NAME_OF(name, lanes)
#define NAME(name) NAME_WITH(name, LANES)
#define V NAME(lanes)

INLINE void NAME(G)(V *a, V *b, V *c, V *d, V x, V y) {
    *a = *a + x + *b;
    *d = NAME(rotate_16)(*d ^ *a);
    *c += *d;
    *b = NAME(rotate_12)(*b ^ *c);
    *a = *a + y + *b;
    *d = NAME(rotate_8)(*d ^ *a);
    *c += *d;
    *b = NAME(rotate_7)(*b ^ *c);
}

#define MIX(a, b, c, d, x, y) NAME(G)(&v[a], &v[b], &v[c], &v[d], m[x], m[y])
#define ROUND(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15)                \
    MIX(0, 4, 8, 12, s0, s1);                                                                      \
    MIX(1, 5, 9, 13, s2, s3);                                                                      \
    MIX(2, 6, 10, 14, s4, s5);                                                                     \
    MIX(3, 7, 11, 15, s6, s7);                                                                     \
    MIX(0, 5, 10, 15, s8, s9);                                                                     \
    MIX(1, 6, 11, 12, s10, s11);                                                                   \
    MIX(2, 7, 8, 13, s12, s13);                                                                    \
    MIX(3, 4, 9, 14, s14, s15)

/* The value w in all lanes. */
INLINE V NAME(all)(uint32_t w) { return (V){0} + w; }

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

/* Input 4j + i is in the 128 bits j of the vectors i. */
INLINE void NAME(load_transposed)(V m[16], const unsigned char *const in[LANES]) {
    for (int q = 0; q < 4; q++) {
        V words[4];

        for (int i = 0; i < 4; i++) {
            const unsigned char *quarter[LANES / 4];

            for (int j = 0; j < LANES / 4; j++) {
                quarter[j] = in[4 * j + i];
            }
            words[i] = NAME(load_quarters)(quarter, q);
        }
        NAME(transpose)(m + 4 * q, words);
    }
}

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

/* t, b and d hold the counters' words, the number of bytes and the flags of each lane. */
INLINE void NAME(compress)(V h[8], const unsigned char *const blocks[LANES], V t_low, V t_high, V b,
                           V d) {
    V m[16];
    V v[16] = {
        h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7],
    };

    NAME(load_transposed)(m, blocks);
    for (int i = 0; i < 4; i++) {
        v[8 + i] = NAME(all)(IV[i]);
    }
    v[12] = t_low;
    v[13] = t_high;
    v[14] = b;
    v[15] = d;
    ALL_ROUNDS(ROUND);
    for (int i = 0; i < 8; i++) {
        h[i] = v[i] ^ v[i + 8];
    }
}

static TARGET void NAME(columns)(value *to, const inputs *x, unsigned n) {
    uint32_t t_low[LANES], t_high[LANES], ends[LANES] = {0};
    unsigned blocks = n == 1 ? x->last_blocks : x->blocks;
    value last;
    V h[8], counter_low, counter_high, is_last;

    for (unsigned i = 0; i < LANES; i++) {
        uint64_t t = x->t + (uint64_t)i * x->step;

        t_low[i] = (uint32_t)t;
        t_high[i] = (uint32_t)(t >> 32);
    }
    ends[n - 1] = 0xffffffff;
    __builtin_memcpy(&counter_low, t_low, sizeof(V));
    __builtin_memcpy(&counter_high, t_high, sizeof(V));
    __builtin_memcpy(&is_last, ends, sizeof(V));
    for (int i = 0; i < 8; i++) {
        h[i] = NAME(all)(IV[i]);
    }
    for (unsigned k = 0; k < blocks; k++) {
        const unsigned char *in[LANES];
        V b = NAME(all)(BLOCK_BYTES), d = NAME(all)(flags_of(x, k));

        for (unsigned i = 0; i < LANES; i++) {
            in[i] = block_of(x, n, i < n ? i : 0, k);
        }
        if (k + 1 == x->last_blocks) {
            b -= is_last & (BLOCK_BYTES - x->last_bytes);
            d |= is_last & x->end;
        }
        NAME(compress)(h, in, counter_low, counter_high, b, d);
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
#undef MIX
#undef V
#undef NAME
#undef NAME_WITH
#undef NAME_OF
