/* SPDX-License-Identifier: MIT */

/*
 * BLAKE3 on the rows of the states of WORDS / 4 inputs: a vector holds a row of each, four words
 * wide. Included once for each width, which is not defined any more behind it.
 *
 * Technique: as rows.h of BLAKE2, with b where it is while a, c and d turn against it to the
 * diagonals; here the columns are turned by one, so that lane 0 holds the second, and the diagonals
 * are in order. The words of a round stay in the four vectors x, y, z, w in which a round takes
 * them; the next round's are made from them by eight operations that do not cross 128 bits, and
 * wait for nothing of the state.
 *
 * Limit: 24 dependent operations a round, or 28 where rotations by 12 and 7 are two: 2.6 or 3.1
 * cycles/byte for one input, half of that for two, a quarter for four. Where a shuffle of bytes
 * takes two cycles (Zen 4), 28 are 32, 3.5 cycles/byte. Of 9 blocks Zen 4 needs 3.2 with AVX-512
 * and 3.8 with AVX2 and SSSE3, Cascade Lake 2.7 with AVX-512.
 *
 * Rejected: turning b, c and d, which prolongs the chain by the latency of two turns: 1.06 times
 * the time.
 *
 * vectors.h defines the vectors of WORDS words and operations on them, and perhaps ROUND_IN_ORDER,
 * a round and the words of the next in assembly.
 */

#define NAME_OF(name, lanes) name##_##lanes
#define NAME_WITH(name, lanes) NAME_OF(name, lanes)
#define NAME(name) NAME_WITH(name, WORDS)
#define V NAME(lanes)

typedef struct {
    V a, b, c, d;
} NAME(state);

/* The words of a round: x and y for the columns, z and w for the diagonals. */
typedef struct {
    V x, y, z, w;
} NAME(message);

INLINE void NAME(mix)(NAME(state) * v, V x, V y) {
    v->a = NAME(held)(v->a + x) + v->b;
    v->d = NAME(xor_rotate_16)(v->d, v->a);
    v->c = v->c + v->d;
    v->b = NAME(xor_rotate_12)(v->b, v->c);
    v->a = NAME(held)(v->a + y) + v->b;
    v->d = NAME(xor_rotate_8)(v->d, v->a);
    v->c = v->c + v->d;
    v->b = NAME(xor_rotate_7)(v->b, v->c);
}

INLINE void NAME(mix_round)(NAME(state) * v, const NAME(message) * m) {
    NAME(mix)(v, m->x, m->y);
    v->a = TURN(WORDS, v->a, 3, 0, 1, 2);
    v->c = TURN(WORDS, v->c, 1, 2, 3, 0);
    v->d = TURN(WORDS, v->d, 2, 3, 0, 1);
    NAME(mix)(v, m->z, m->w);
    v->a = TURN(WORDS, v->a, 1, 2, 3, 0);
    v->c = TURN(WORDS, v->c, 3, 0, 1, 2);
    v->d = TURN(WORDS, v->d, 2, 3, 0, 1);
}

/* x: 2 4 6 0, y: 3 5 7 1, z: 8 10 12 14, w: 9 11 13 15. */
#if WORDS < 16
INLINE void NAME(load_words)(V m[4], const unsigned char *const in[WORDS / 4]) {
    V words[4], even, odd;

#pragma GCC unroll 4
    for (int q = 0; q < 4; q++) {
        words[q] = NAME(load_quarters)(in, q);
    }
    even = PICK_FROM(WORDS, words[0], words[1], 0, 2, 0, 2);
    odd = PICK_FROM(WORDS, words[0], words[1], 1, 3, 1, 3);
    m[0] = TURN(WORDS, even, 1, 2, 3, 0);
    m[1] = TURN(WORDS, odd, 1, 2, 3, 0);
    m[2] = PICK_FROM(WORDS, words[2], words[3], 0, 2, 0, 2);
    m[3] = PICK_FROM(WORDS, words[2], words[3], 1, 3, 1, 3);
}
#endif

/* x: 3 7 4 2, y: 10 0 13 6, z: 1 12 9 15, w: 11 5 14 8 of the places above. */
INLINE void NAME(permute)(NAME(message) * m) {
    V inner = TAKE_THIRD(WORDS, m->z, m->w), outer = TAKE_THIRD(WORDS, m->y, m->z);
    V low = UNPACK(WORDS, m->w, m->y, 0, 1);
    V x = PICK_FROM(WORDS, m->y, m->x, 0, 2, 1, 0);
    V y = TURN(WORDS, PICK_FROM(WORDS, inner, m->x, 1, 2, 3, 2), 0, 2, 1, 3);
    V z = PICK_FROM(WORDS, outer, m->w, 3, 2, 0, 3);
    V w = PICK_FROM(WORDS, low, m->z, 2, 3, 3, 0);

    *m = (NAME(message)){x, y, z, w};
}

/* A round, and the words of the next. */
INLINE void NAME(mix_and_permute)(NAME(state) * v, NAME(message) * m) {
#ifdef ROUND_IN_ORDER
    V t, z, w;

    __asm__(ROUND_IN_ORDER
            : [a] "+v"(v->a), [b] "+v"(v->b), [c] "+v"(v->c), [d] "+v"(v->d), [x] "+v"(m->x),
              [y] "+v"(m->y), [t] "=&v"(t), [next_z] "=&v"(z), [next_w] "=&v"(w)
            : [z] "v"(m->z), [w] "v"(m->w), [third] "Yk"((__mmask16)0x4444));
    m->z = z;
    m->w = w;
#else
    NAME(mix_round)(v, m);
    NAME(permute)(m);
#endif
}

/* These four words for each input. */
INLINE V NAME(each)(uint32_t i, uint32_t j, uint32_t k, uint32_t l) {
    lanes_4 words = {i, j, k, l};

    return NAME(repeated)(words);
}

/* For each word of the vector, which input it belongs to. */
INLINE V NAME(input_numbers)(void) {
    static const uint32_t numbers[16] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
    V v;

    __builtin_memcpy(&v, numbers, sizeof v);
    return v;
}

INLINE void NAME(compress_rows)(V h[2], const V words[4], V d) {
    NAME(state) v = {h[0], h[1], NAME(each)(IV[1], IV[2], IV[3], IV[0]), d};
    NAME(message) m = {words[0], words[1], words[2], words[3]};

#pragma GCC unroll 6
    for (int r = 0; r < 6; r++) {
        NAME(mix_and_permute)(&v, &m);
    }
    NAME(mix_round)(&v, &m);
    h[0] = v.a ^ v.c;
    h[1] = v.b ^ v.d;
}

INLINE void NAME(store_values)(value *to, const V h[2]) {
    V in_order[2] = {TURN(WORDS, h[0], 3, 0, 1, 2), TURN(WORDS, h[1], 3, 0, 1, 2)};

    NAME(store_halves)(to, in_order);
}

INLINE void NAME(rows_of)(value *to, const inputs *x, unsigned n) {
    unsigned blocks = n == 1 ? x->last_blocks : x->blocks;
    const unsigned char *in[WORDS / 4];
    value last;
    V input = NAME(input_numbers)(), is_last = (V)(input == n - 1);
    V t_low = NAME(each)(0, 0, 0, (uint32_t)x->t) + input * NAME(each)(0, 0, 0, x->step);
    V carry = (V)(t_low < NAME(each)(0, 0, 0, (uint32_t)x->t));
    V constants = t_low - TURN(WORDS, carry, 3, 0, 1, 2) +
                  NAME(each)((uint32_t)(x->t >> 32), BLOCK_BYTES, x->all, 0);
    V ending = is_last & NAME(each)(0, x->last_bytes - BLOCK_BYTES,
                                    x->last_blocks < x->blocks ? x->end : 0, 0);
    V h[2] = {
        NAME(each)(IV[1], IV[2], IV[3], IV[0]),
        NAME(each)(IV[5], IV[6], IV[7], IV[4]),
    };

    __builtin_memset(last, 0, VALUE_BYTES);
    for (unsigned i = 0; i < WORDS / 4; i++) {
        in[i] = block_of(x, n, i < n ? i : 0, 0);
    }
    for (unsigned k = 0; k < blocks; k++) {
        V words[4], d = constants;

        NAME(load_words)(words, in);
        if (k == 0) {
            d += NAME(each)(0, 0, x->start, 0);
        }
        if (k + 1 == x->blocks) {
            d += NAME(each)(0, 0, x->end, 0);
        }
        if (k + 1 == x->last_blocks) {
            d += ending;
        }
        NAME(compress_rows)(h, words, d);
        if (k + 1 == x->last_blocks) {
            NAME(store_values)(to, h);
            __builtin_memcpy(last, to[n - 1], VALUE_BYTES);
        }
#pragma GCC unroll 2
        for (unsigned i = 0; i < WORDS / 4; i++) {
            in[i] += BLOCK_BYTES;
        }
        in[n - 1] = k + 2 >= x->last_blocks ? x->tail : in[n - 1];
    }
    if (blocks > x->last_blocks) {
        NAME(store_values)(to, h);
        __builtin_memcpy(to[n - 1], last, VALUE_BYTES);
    }
}

static TARGET void NAME(rows)(value *to, const inputs *x, unsigned n) { NAME(rows_of)(to, x, n); }

/* The same of inputs of one block, for which the compiler leaves most of it out. */
static TARGET void NAME(parents)(value *to, const inputs *x, unsigned n) {
    const inputs parents = {x->in, 1, 1, BLOCK_BYTES, x->tail, 0, 0, 0, 0, x->all};

    NAME(rows_of)(to, &parents, n);
}

#undef V
#undef NAME
#undef NAME_WITH
#undef NAME_OF
#undef WORDS
